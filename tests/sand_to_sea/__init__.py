"""The rules of Sand to Sea, one topic a file; every test cites its rules."""
