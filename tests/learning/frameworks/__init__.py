"""Tests that need the frameworks of the extra `learn`."""
