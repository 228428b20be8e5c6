"""The arena: fair seating, known intervals and ratings, and every game exactly once whatever is killed."""
