"""The rules of Spice Road, one topic a file; every test cites its rules."""
