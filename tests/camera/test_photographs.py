"""Tables without a mat of the independent renderer (tests/outside/photographs) are read by the command as a user calls it."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PHOTOGRAPHS = Path(__file__).resolve().parents[1] / "outside/photographs"


class Photographs(unittest.TestCase):
    def test_tables_of_another_renderer_are_found_and_nothing_is_misread(self):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-B", str(PHOTOGRAPHS), "--conditions", "felt", "cloth", "--seeds", "700001", "1", "--deck", "pictures", "--found", "4", "--folder", folder]
            done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
