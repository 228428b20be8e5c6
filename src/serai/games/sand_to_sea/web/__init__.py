"""The page of Sand to Sea: board and map, question, log and rulebook, with their templates, styles and scripts."""
