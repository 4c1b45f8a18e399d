"""Each part of the camera client alone."""

import contextlib
import errno
import io
import json
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import tables
import numpy as np
from makker_camera import align, arg_types, arrays, cli, corners, decks, finder, mat_mask, layout, mat, model, notes, photo_effects, places, client, render, scene, shapes, source, truth
from makker_camera.cards import BACK, DECK
from makker_camera.reader import slot_of


class Mat(unittest.TestCase):
    def test_its_pdf_is_as_large_as_the_mat_on_every_paper(self):
        for paper, (across, down) in mat.PAPERS.items():
            info = subprocess.run(["pdfinfo", "-"], input=mat.pdf(paper, scale=2), capture_output=True, check=True).stdout.decode()
            lines = dict(line.split(":", 1) for line in info.splitlines() if ":" in line)
            width, height = (float(part) for part in lines["Page size"].split("pts")[0].split(" x "))
            self.assertEqual(int(lines["Pages"]), across * down)
            self.assertAlmostEqual(width * across * 25.4 / 72, layout.WIDTH, delta=1)
            self.assertAlmostEqual(height * down * 25.4 / 72, layout.HEIGHT, delta=1)

    def test_its_markers_are_found_where_they_are_printed(self):
        picture = mat.picture(3.0)
        framed = np.full((picture.shape[0] + 100, picture.shape[1] + 100, 3), 90, np.uint8)
        framed[50:-50, 50:-50] = picture
        found = finder.by_markers(framed[:, :, 1].copy())
        self.assertEqual(found.markers, 4)
        corner = found.homography @ [50, 50, 1]
        np.testing.assert_allclose(corner[:2] / corner[2], [0, 0], atol=0.5)

    def test_markers_in_a_noisy_picture_are_found_at_half_size(self):
        picture = mat.picture(3.0)[:, :, 1]
        framed = np.full((picture.shape[0] + 100, picture.shape[1] + 100), 90, np.uint8)
        framed[50:-50, 50:-50] = picture
        soft = source.cv2.GaussianBlur(framed, (0, 0), 3).astype(float) / 2
        noisy = (soft + np.random.default_rng(1).normal(0, 40, framed.shape)).clip(0, 255).astype(np.uint8)
        self.assertLess(len(finder._detect(noisy)), 3)
        found = finder.by_markers(noisy)
        corner = found.homography @ [50, 50, 1]
        np.testing.assert_allclose(corner[:2] / corner[2], [0, 0], atol=2)

    def test_no_card_lies_on_a_marker(self):
        boxes = [layout.marker_corners(i) for i in range(4)]
        for place in layout.SINGLES:
            for box in boxes:
                apart = place.x - 31.5 > box[:, 0].max() or place.x + 31.5 < box[:, 0].min() or place.y - 44 > box[:, 1].max()
                self.assertTrue(apart, place)


class Rendering(unittest.TestCase):
    def test_the_same_seed_is_the_same_photograph(self):
        table = tables.a_table()
        one, same, other = (render.photograph(table, tables.deck(), photo_effects.FULL_HD, seed) for seed in (5, 5, 6))
        self.assertEqual(one, same)
        self.assertNotEqual(one, other)

    def test_decks_have_all_cards_and_no_two_alike(self):
        for name in decks.STYLES:
            deck = decks.load(name)
            self.assertEqual(set(deck), {*DECK, BACK})
            self.assertEqual(len({face.tobytes() for face in deck.values()}), 53, name)

    def test_random_tables_have_no_card_twice(self):
        for seed in range(50):
            table = scene.random_table(np.random.default_rng(seed))
            truth = table.truth()
            cards = [c for c in [truth["draw_pile"], *truth["foundations"], *sum(truth["runs"], [])] if c in DECK]
            self.assertEqual(len(cards), len(set(cards)))

    def test_a_table_is_taken_from_json_and_nonsense_is_refused(self):
        table = {"columns": [{"backs": 1, "run": ["8D"]}] * 7, "draw_pile": "KS"}
        self.assertEqual(truth.table_of(json.dumps(table)).columns[3], (1, ["8D"]))
        for wrong in ("", "[]", "{", "NaN", '"8D"', "[" * 50_000, '{"columns":[]}', '{"columns":{}}'):
            with self.assertRaises(ValueError):
                truth.table_of(wrong)
        for name, wrong in (("draw_pile", "1X"), ("draw_pile", ["KS"]), ("foundations", []), ("foundations", ["BACK"] * 4),
                            ("seats", "XXXX"), ("stock", "KS"), ("stock", 1), ("game", []), ("game", None), ("cats", 2), ("runs", [[]]),
                            ("runs", 7), ("backs", [7] * 7), ("backs", [True] * 7), ("columns", [{"run": ["XX"]}] * 7),
                            ("columns", [{"backs": "2"}] * 7), ("columns", [{"cards": []}] * 7), ("columns", [["UU"]] * 7),
                            ("columns", [[{"card": "8D", "p": 0.5}]] * 7), ("columns", [None] * 7), ("columns", [DECK[:14]] * 7)):
            with self.subTest(name, wrong=wrong), self.assertRaisesRegex(ValueError, name.removesuffix("s")):
                truth.table_of(json.dumps({**table, name: wrong}))

    def test_hidden_cards_must_fit_the_fronts(self):
        table = tables.a_table().truth()
        for name, column in (("columns", "9S"), ("runs", ["9S"]), ("runs", []), ("backs", 3)):
            wrong = {**table, name: [column, *table[name][1:]]}
            fits = name == "backs"
            with self.subTest(name), contextlib.nullcontext() if fits else self.assertRaisesRegex(ValueError, "column 1: .* is in front"):
                self.assertEqual(truth.table_of(json.dumps(wrong)).columns[0], (3, ["5S"]))

    def test_a_snapshot_is_a_table_too(self):
        table = truth.table_of(json.dumps({"columns": ["5S", ["0D", "9C"], "BACK", "XX", [], "7H", "8D"], "stock": "XX"}))
        self.assertEqual(table.columns, [(0, ["5S"]), (0, ["0D", "9C"]), (1, []), (0, []), (0, []), (0, ["7H"]), (0, ["8D"])])
        self.assertFalse(table.stock)

    def test_a_photograph_is_reproduced_from_its_files(self):
        with tempfile.TemporaryDirectory() as folder:
            one, again = Path(folder, "one"), Path(folder, "deep", "again")
            self.assertEqual(render.main([str(one), "--seed", "7"]), 0)
            self.assertEqual(render.main([str(again), "--seed", "7", "--table", str(one / "7.json")]), 0)
            for name in ("7.jpg", "7.json"):
                self.assertEqual((one / name).read_bytes(), (again / name).read_bytes())

    def test_an_error_of_the_renderer_is_one_line(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "a.txt")
            file.write_bytes(b"\xff")
            for args in (["--table", str(file)], ["--table", folder], ["--table", "/dev/zero"], ["--table", str(file) + "x"],
                         ["--deck", "../x"], ["--count", "0"], ["--count", "-1"], ["--seed", "-1"], ["--seed", "x"]):
                self._refused([folder, *args])
            self._refused([str(file)])
            self._refused(["/proc/x"])
            self.assertEqual([kept.name for kept in Path(folder).iterdir()], ["a.txt"])

    def _refused(self, args: list[str]) -> None:
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            try:
                code = render.main(args)
            except SystemExit as ended:  # argparse's
                code = ended.code
        self.assertEqual(code, 2, args)
        self.assertRegex(said.getvalue().splitlines()[-1], "^makker-render: .")

    def test_every_truth_is_its_table(self):
        all_tables = [scene.random_table(np.random.default_rng(seed)) for seed in range(50)]
        all_tables.append(scene.Table([(0, [])] * 7, draw_pile=BACK, stock=False))
        all_tables.append(scene.Table([], seats=["XX", "0H", "XX", "AS"], on=layout.LAYOUTS["doppelkopf"]))
        all_tables.append(scene.Table([(0, DECK[:19])] * 7, on=layout.LAYOUTS["take-away"]))
        for table in all_tables:
            self.assertEqual(truth.table_of(json.dumps(table.truth())), table)
            older = {name: kept for name, kept in table.truth().items() if name not in ("game", "backs")}
            if table.on is layout.KLONDIKE:
                self.assertEqual(truth.table_of(json.dumps(older)).truth()["runs"], table.truth()["runs"])

    def test_paths_of_the_page_are_drawn_where_they_say(self):
        (line,) = shapes.polygons("M0 0H10V5L0 5Z")
        self.assertEqual(line.tolist(), [[0, 0], [10, 0], [10, 5], [0, 5], [0, 0]])
        (circle,) = shapes.polygons("M0 5A5 5 0 1 1 10 5")
        np.testing.assert_allclose(np.hypot(circle[:, 0] - 5, circle[:, 1] - 5), 5, atol=1e-6)
        with self.assertRaises(ValueError):
            shapes.polygons("M0 0X5")


class Looking(unittest.TestCase):
    """The mask of the mat, and the refined position of a card."""

    LAMP = (297.0, 60.0)  # position of its reflection, in millimetres of the mat

    def _lit(self, rectified, strength=110.0):
        """Adds the reflection of a lamp, 25 mm wide, to a rectified picture."""
        x, y = np.meshgrid(np.arange(rectified.shape[1]), np.arange(rectified.shape[0]))
        apart = np.hypot(x / finder.RECTIFIED - self.LAMP[0], y / finder.RECTIFIED - self.LAMP[1])
        lamp = strength * np.exp(-((apart / 25) ** 2))[:, :, None]
        return (rectified + lamp).clip(0, 255).astype(np.uint8)

    def _covered(self, rectified) -> float:
        x, y = (round(part * finder.RECTIFIED) for part in self.LAMP)
        return float((mat_mask.not_mat(rectified)[y - 60 : y + 60, x - 60 : x + 60] > 0).mean())

    def test_glare_on_the_mat_is_mat(self):
        self.assertEqual(self._covered(self._lit(mat.picture(finder.RECTIFIED))), 0)

    def test_white_paper_under_a_lamp_is_not_mat(self):
        rectified = mat.picture(finder.RECTIFIED)
        rectified[:250, 650:830] = 235
        self.assertEqual(self._covered(self._lit(rectified)), 1)

    def test_paper_is_white_in_the_light_of_the_day(self):
        blueish = (mat.picture(finder.RECTIFIED) * np.array([1.0, 0.93, 0.86])).astype(np.uint8)
        found = mat_mask.paper_colour(blueish, mat_mask.mat_colour(blueish))
        np.testing.assert_allclose(found / found[0], [1, 0.93, 0.86], atol=0.02)

    def test_an_inexact_position_is_refined(self):
        picture = tables.photograph(tables.a_table(), 1)
        rectified = finder.rectify(picture, finder.by_markers(picture[:, :, 1].copy()))
        laid = next(one for one in render.laid(tables.a_table(), 1)[::-1] if one.card == "QC")
        turn = float(np.deg2rad(laid.turn))
        true = places.moved(places.Card(laid.x, laid.y, turn), -layout.CARD[0] / 2, -layout.CARD[1] / 2)
        for across, down, askew in ((2.5, -1.5, 0.0), (-2.0, 2.0, 0.02), (0.0, 0.0, -0.02)):
            started = places.moved(true, across, down)
            started = places.Card(started.x, started.y, turn + askew)
            found = align.refine(rectified, started, layout.CARD, tables.learned())
            self.assertLess(np.hypot(found.x - true.x, found.y - true.y), 1.0)
            self.assertLess(abs(found.turn - turn), 0.012)

    def test_a_hand_hides_the_cards_under_it(self):
        table, conditions = tables.a_table(), photo_effects.CONDITIONS["hand"]
        over = render.hand(table, conditions, 7)
        jpeg = render.photograph(table, tables.deck(), conditions, 7)
        picture = source.cv2.imdecode(np.frombuffer(jpeg, np.uint8), source.cv2.IMREAD_COLOR)
        found = finder.by_markers(picture[:, :, 1].copy())
        small = source.cv2.resize(finder.rectify(picture, found), over.shape[::-1]).astype(float)
        self.assertGreater((small[over > 0][:, 2] > small[over > 0][:, 1]).mean(), 0.95)  # skin is redder than green


class Slots(unittest.TestCase):
    def test_a_sure_card_is_a_code_and_an_unsure_one_is_candidates(self):
        self.assertEqual(slot_of(["8D", "8H"], np.array([0.97, 0.03])), "8D")
        self.assertEqual(slot_of(["8D", "8H", "AS"], np.array([0.81, 0.15, 0.04])),
                         [{"card": "8D", "p": 0.81}, {"card": "8H", "p": 0.15}, {"card": "AS", "p": 0.04}])
        self.assertEqual(slot_of(DECK, np.full(52, 1 / 52)), "UU")

    def test_candidates_are_never_more_than_certain_nor_more_than_four(self):
        rng = np.random.default_rng(1)
        for _ in range(300):
            slot = slot_of(DECK, rng.dirichlet(np.full(52, 0.05)))
            if isinstance(slot, list):
                self.assertLessEqual(sum(candidate["p"] for candidate in slot), 1)
                self.assertLessEqual(len(slot), 4)


class FromOutside(unittest.TestCase):
    """Untrusted files and answers."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_a_file_that_is_no_deck_is_refused_with_a_reason(self):
        bad = self.folder / "deck.npz"
        arrays = tables.learned().arrays()
        for content in (b"", b"PK\x03\x04nonsense", self._packed({"mix": arrays["mix"]}),
                        self._packed({**arrays, "ranks": arrays["ranks"][:5]}),
                        self._packed({**arrays, "mix": np.full(3, np.nan)}),
                        self._packed({**arrays, "size": np.array([1.0, 2.0])}),
                        self._packed({**arrays, "suits": np.array([{"a": 1}], object)})):
            bad.write_bytes(content)
            with self.assertRaisesRegex(ValueError, "deck.npz"):
                model.load(bad)

    @staticmethod
    def _packed(arrays) -> bytes:
        packed = io.BytesIO()
        np.savez_compressed(packed, **arrays)
        return packed.getvalue()

    def test_a_saved_model_classifies_as_before(self):
        path = self.folder / "kept.npz"
        tables.learned().save(path)
        for name, array in model.load(path).arrays().items():
            np.testing.assert_allclose(array, tables.learned().arrays()[name], rtol=1e-2, atol=1e-2)

    def test_files_that_are_no_pictures_are_refused(self):
        for name, content in (("a.jpg", b""), ("b.jpg", b"\xff\xd8\xff\xe0 no"), ("c.png", mat.pdf("a2", scale=0.2))):
            (self.folder / name).write_bytes(content)
            with self.assertRaisesRegex(ValueError, name):
                source.read_picture(self.folder / name)
        with self.assertRaises(ValueError):
            source.pictures(str(self.folder / "none"))

    def test_a_device_without_an_end_is_too_large(self):
        for read in (source.read_picture, corners.load):
            with self.assertRaisesRegex(ValueError, "/dev/zero is too large"):
                read(Path("/dev/zero"))

    def test_corners_must_make_a_table(self):
        good = [[10, 10], [1900, 20], [1800, 1000], [50, 990]]
        self.assertEqual(corners.check(good).tolist(), good)
        for wrong in (None, [], good[:3], good[::-1], [*good[:3], [np.nan, 1]], [[1, 1]] * 4, "abcd", [*good[:3], [1e9, 1]]):
            with self.assertRaises(ValueError):
                corners.check(wrong)
        path = self.folder / "corners.json"
        self.assertEqual(cli.main(["corners", str(path), "--at", "10,10 1900,20 1800,1000 50,990"]), 0)
        self.assertEqual(corners.load(path).tolist(), good)

    def _error_of(self, *args: str) -> str:
        """The one line of a command that fails."""
        with mock.patch("sys.stderr", io.StringIO()) as said:
            self.assertEqual(cli.main([*args]), 1)
        [line] = said.getvalue().splitlines()
        return line.removeprefix("makker-camera: ")

    def test_errors_of_files_name_the_file_once_and_the_reason(self):
        missing, folder = str(self.folder / "none"), str(self.folder)
        self.assertEqual(self._error_of("read", "--corners", missing, "a.jpg"), f"{missing}: No such file or directory")
        self.assertEqual(self._error_of("read", "--deck", folder, "a.jpg"), f"{folder}: Is a directory")
        self.assertEqual(self._error_of("corners", "/proc/corners.json", "--at", "0,0 900,0 900,900 0,900"),
                         "/proc/corners.json: No such file or directory")
        self.assertIn("--at a,b: ", self._error_of("corners", missing, "--at", "a,b"))

    def test_a_file_that_a_full_disk_has_cut_off_is_removed(self):
        path = self.folder / "deck.npz"
        arrays.save(path, {"a": np.zeros(3)})
        with mock.patch("os.fsync", side_effect=OSError(errno.ENOSPC, "No space left on device")), self.assertRaises(OSError):
            arrays.save(path, {"a": np.ones(3)})
        self.assertEqual([one.name for one in self.folder.iterdir()], ["deck.npz"])
        self.assertEqual(arrays.load(path, "deck")["a"].tolist(), [0, 0, 0])

    def test_a_name_that_the_daemon_would_reject_is_rejected_at_once(self):
        for name in ("", "x" * 65, "ø" * 33, "a\nb"):
            with mock.patch("sys.stderr", io.StringIO()) as said, self.assertRaises(SystemExit):
                cli.main(["watch", "--name", name])
            self.assertIn("argument --name: a name has 1 to 64 bytes", said.getvalue())
        self.assertEqual(arg_types.camera_name("ø" * 32), "ø" * 32)

    def test_an_unknown_token_is_another_error_than_a_missing_one(self):
        errors = [client.Answer(401, {"code": code}).permanent_error for code in ("token_required", "invalid_token")]
        self.assertEqual(errors, [notes.TOKEN_REQUIRED, notes.TOKEN_INVALID])

    def test_addresses_and_sessions_are_checked_before_anything_is_sent(self):
        for url, session in (("ftp://x", "a"), ("nonsense", "a"), ("http://x", "a/../b"), ("http://x", "a b")):
            with self.assertRaises(ValueError):
                client.Daemon(url, session)

    def test_the_daemons_texts_cannot_control_the_terminal(self):
        self.assertNotIn("\x1b", client.Answer(200, {"message": "a\x1b[2Jb"}).message)


if __name__ == "__main__":
    unittest.main()
