"""The tests: sentences of the rules, told in the notation."""
