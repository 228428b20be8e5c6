"""The page of From East to West: board, question, log and rulebook, with their templates, styles and scripts."""
