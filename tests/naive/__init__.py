"""Naive readings of the rules, written apart from the compiled ones to check them."""
