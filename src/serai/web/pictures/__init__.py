"""What the pages of the rules draw: pieces and small examples, all of them made from the printed values in use."""
