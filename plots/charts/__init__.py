"""The figures, a file each. To add one: a file with NAME, TITLE, NEEDS and draw(), and a line here."""
from . import (append_against_random, cost_of_the_program, density_by_rows, fragmentation_in_block_order,
               images_a_batch, leaf_fill_in_key_order, wal_by_checkpoint_interval, wal_by_record_type,
               writers_by_row_width)

CHARTS = [append_against_random, images_a_batch, wal_by_record_type, wal_by_checkpoint_interval, density_by_rows,
          leaf_fill_in_key_order, fragmentation_in_block_order, writers_by_row_width, cost_of_the_program]
