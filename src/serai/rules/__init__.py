"""The rules of the three games; imports nothing else of ours."""
