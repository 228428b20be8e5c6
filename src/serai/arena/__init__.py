"""The arena: bots play many games under the same deals to measure their strength."""
