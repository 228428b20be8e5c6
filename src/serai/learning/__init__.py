"""Environments for learning (extra `serai[learn]`)."""
