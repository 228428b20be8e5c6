"""What the rules of all games share; imports nothing else from this package."""
