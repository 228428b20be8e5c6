"""What all routes share: the client and what it has seen, limits, guards against abuse and slow clients, streams."""
