"""The rules of From East to West, one topic a file; every test cites its rules."""
