"""The hall: clocks of its tables, the round's time, breaks and calls, who plays where and how."""
