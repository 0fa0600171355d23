"""How large a file may be, and how much reading one may cost."""

MOST_UNPACKED = 64_000_000
MOST_PARTS = 500  # files inside a file
MOST_SHEETS = 80
MOST_ROWS = 20_000
MOST_COLUMNS = 1_000
MOST_CELLS = 600_000
LONGEST_TEXT = 2_000  # of a cell; longer ones are cut
MOST_ANSWERED = 48_000_000  # bytes the reader may say

MEMORY = 512 * 1024 * 1024
CPU_S = 6  # of computing
WALL_S = 60  # a busy machine is no fault of the file
