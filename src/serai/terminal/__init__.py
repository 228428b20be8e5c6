"""The table in a terminal: plain text in and out, one item per line."""
