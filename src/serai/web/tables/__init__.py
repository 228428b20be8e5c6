"""Tables: their events, what may be done at them, the store, other servers, and the bots that play at them."""
