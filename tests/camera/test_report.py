"""The report for developers: what is in the archive, and what is not."""

import contextlib
import io
import json
import os
import struct
import tempfile
import unittest
import zipfile
from pathlib import Path
from unittest import mock

import numpy as np
import tables
from makker_camera import cli, measure, photo_effects, render
from makker_camera.source import cv2


def _main(*args: str) -> tuple[int, str]:
    """The exit status and what was said of an error."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
        return cli.main(["report", *args]), said.getvalue()


class Report(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.output = self.folder / "report.zip"
        self.deck = self.folder / "deck.npz"
        tables.learned().save(self.deck)

    def report(self, *args) -> tuple[int, str]:
        return _main("--deck", str(self.deck), "--output", str(self.output), *map(str, args))

    def test_pictures_are_packed_as_they_are_with_what_was_read(self):
        table, rng = tables.a_table(), np.random.default_rng(4)
        homography = photo_effects.camera(tables.STEADY, rng)
        good = render.photograph(table, tables.deck(), tables.STEADY, 4, homography=homography)
        (self.folder / "good.jpg").write_bytes(good)
        cv2.imwrite(str(self.folder / "dark.png"), np.zeros((1080, 1920, 3), np.uint8))
        self.assertEqual(self.report(self.folder / "good.jpg", self.folder / "dark.png"), (0, ""))
        with zipfile.ZipFile(self.output) as archive:
            packed = cv2.imdecode(np.frombuffer(archive.read("01.jpg"), np.uint8), cv2.IMREAD_COLOR)
            read_from = cv2.imdecode(np.frombuffer(good, np.uint8), cv2.IMREAD_COLOR)
            self.assertTrue(np.array_equal(packed, read_from))
            self.assertEqual(sorted(archive.namelist()),
                             ["01.jpg", "01.json", "02.json", "02.png", "README.txt", "about.json"])
            read, dark = json.loads(archive.read("01.json")), json.loads(archive.read("02.json"))
            about = json.loads(archive.read("about.json"))
        self.assertEqual(read["snapshot"]["columns"], table.truth()["columns"])
        self.assertEqual((read["notes"], read["size"]), ([], [1920, 1080]))
        corners = cv2.perspectiveTransform(measure.layout.mat_corners()[None], homography)[0]
        self.assertLess(np.abs(np.array(read["corners"]) - corners).max(), 4)
        self.assertEqual((dark["notes"], "snapshot" in dark), (["too dark"], False))
        self.assertEqual((about["opencv"], about["options"]["deck"]), (cv2.__version__, "enrolled"))

    def test_a_folder_gives_ten_pictures_at_most(self):
        pictures = self.folder / "pictures"
        pictures.mkdir()
        for i in range(12):
            cv2.imwrite(str(pictures / f"{i:02}.jpg"), np.zeros((400, 600, 3), np.uint8))
        self.assertEqual(self.report("--camera", pictures), (0, ""))
        with zipfile.ZipFile(self.output) as archive:
            self.assertEqual(sum(name.endswith(".jpg") for name in archive.namelist()), 10)
        status, said = self.report(*pictures.iterdir())
        self.assertEqual(status, 1)
        self.assertIn("at most 10", said)

    def test_nothing_is_left_of_one_that_fails_and_none_is_overwritten(self):
        no_picture = self.folder / "no.jpg"
        no_picture.write_bytes(b"no picture")
        status, said = self.report(no_picture)
        self.assertEqual((status, self.output.exists()), (1, False))
        self.assertIn("no.jpg is no picture", said)
        self.output.write_bytes(b"an earlier one")
        self.assertEqual(self.report(no_picture)[0], 1)
        self.assertEqual(self.output.read_bytes(), b"an earlier one")

    def test_where_a_photograph_was_taken_is_not_in_it(self):
        pixels = np.random.default_rng(1).integers(0, 256, (400, 600, 3), np.uint8).astype(np.uint8)
        kinds = ([], [cv2.IMWRITE_JPEG_PROGRESSIVE, 1], [cv2.IMWRITE_JPEG_RST_INTERVAL, 4])
        for plain in (cv2.imencode(".jpg", pixels, kind)[1].tobytes() for kind in kinds):
            self.assert_nothing_of_a_phone(plain)

    def assert_nothing_of_a_phone(self, plain: bytes):
        for orientation in (1, 6):
            for order, mark in ((">", b"MM"), ("<", b"II")):
                tiff = mark + struct.pack(order + "HIHHHIHHI", 42, 8, 1, 0x0112, 3, 1, orientation, 0, 0)
                body = b"Exif\0\0" + tiff + b"55.6761 N secret"
                exif = struct.pack(">BBH", 0xFF, 0xE1, len(body) + 2) + body
                comment = b"\xff\xfe\0\x08secret"
                photograph = self.folder / "photograph.jpg"
                behind = exif + plain + b"a video, secret"
                photograph.write_bytes(plain[:2] + exif + comment + plain[2:] + behind)
                self.output.unlink(missing_ok=True)
                self.assertEqual(self.report(photograph), (0, ""))
                with zipfile.ZipFile(self.output) as archive:
                    packed, read = archive.read("01.jpg"), json.loads(archive.read("01.json"))
                self.assertNotIn(b"secret", packed)
                self.assertLessEqual(len(packed), len(plain) + 40)
                self.assertEqual(read["size"], [600, 400] if orientation == 1 else [400, 600])
                self.assertEqual(cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR).shape[1::-1], tuple(read["size"]))

    def test_no_token_address_or_path_is_in_it(self):
        cv2.imwrite(str(self.folder / "secret-name.jpg"), np.zeros((400, 600, 3), np.uint8))
        with mock.patch.dict(os.environ, {"MAKKER_TOKEN": "secret-token", "MAKKER_URL": "http://secret-host"}):
            self.assertEqual(self.report(self.folder / "secret-name.jpg"), (0, ""))
        with zipfile.ZipFile(self.output) as archive:
            for name in archive.namelist():
                for secret in (b"secret", self.folder.name.encode()):
                    self.assertNotIn(secret, archive.read(name) + name.encode())


if __name__ == "__main__":
    unittest.main()
