"""The table in a terminal: plain text in and out, one thing a line."""
