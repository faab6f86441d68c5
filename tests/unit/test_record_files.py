"""Files of records: written whole or appended to, read line by line, and told by line number."""

from __future__ import annotations

import io
import itertools
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardgames import RecordError
from cardgames.records import (
    MAX_LENGTH,
    GameRecord,
    read_records,
    write_records,
)

from .recorded import (
    GAMES,
    OWN,
    TWO,
    ending_record,
    played,
)

needs_posix = pytest.mark.skipif(os.name != "posix", reason="POSIX modes, links and devices")


def some_records() -> list[GameRecord]:
    return [
        played(game.new_state(4), [f"Zoë {seat}" for seat in range(game.num_players)])
        for game in GAMES
    ]


def test_files_are_lines_of_json_in_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    records = some_records()
    write_records(path, records)
    lines = path.read_bytes().decode("utf-8").split("\n")
    assert lines == [*(record.to_json() for record in records), ""]
    assert list(read_records(path)) == records
    assert list(read_records(str(path))) == records
    assert [entry.name for entry in tmp_path.iterdir()] == ["games.jsonl"]


def test_records_are_appended(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    records = some_records()
    write_records(path, records[:1], append=True)
    write_records(path, records[1:3], append=True)
    write_records(path, iter(records[3:]), append=True)
    assert list(read_records(path)) == records
    write_records(path, records[:1])
    assert list(read_records(path)) == records[:1]


def test_a_line_that_was_cut_off_does_not_spoil_what_is_appended(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(ending_record().to_json() + "\n" + ending_record().to_json()[:100])
    write_records(path, [ending_record()], append=True)
    lines = path.read_text().splitlines()
    assert lines[2] == ending_record().to_json()
    reading = read_records(path)
    assert next(reading) == ending_record()
    with pytest.raises(RecordError, match=r"^line 2: is no JSON: "):
        next(reading)


def test_records_are_written_to_and_read_from_open_files() -> None:
    file = io.StringIO("# before\n")
    file.seek(0, io.SEEK_END)
    write_records(file, some_records())
    file.seek(len("# before\n"))
    assert list(read_records(file)) == some_records()


def test_no_records_make_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    write_records(path, [])
    assert path.read_bytes() == b""
    assert list(read_records(path)) == []


def test_a_file_can_be_filtered_into_itself(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    records = some_records()
    write_records(path, records)
    write_records(path, (record for record in read_records(path) if record.game == OWN))
    assert list(read_records(path)) == [record for record in records if record.game == OWN]


def test_an_error_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    write_records(path, some_records())
    before = path.read_bytes()

    def failing() -> Iterator[GameRecord]:
        yield ending_record()
        raise LookupError

    with pytest.raises(LookupError):
        write_records(path, failing())
    wrong: Any = [ending_record(), "{}"]
    with pytest.raises(TypeError, match="a record must be a GameRecord, not str"):
        write_records(path, wrong)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["games.jsonl"]


@needs_posix
def test_a_file_keeps_its_mode_and_its_links(tmp_path: Path) -> None:
    path, link = tmp_path / "games.jsonl", tmp_path / "link.jsonl"
    path.write_bytes(b"")
    path.chmod(0o640)
    link.symlink_to(path)
    write_records(link, [ending_record()])
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(read_records(path)) == [ending_record()]


@needs_posix
def test_a_device_is_written_to_and_not_replaced() -> None:
    write_records(os.devnull, [ending_record()])
    assert Path(os.devnull).is_char_device()


@needs_posix
@pytest.mark.parametrize("append", [False, True])
def test_a_pipe_is_written_to(tmp_path: Path, append: bool) -> None:
    """By its name, and by one that leads to none: /dev/fd/1 is `pipe:[...]`, which is nowhere."""
    read_end, write_end = os.pipe()
    named = tmp_path / "pipe"
    os.mkfifo(named)
    named_end = os.open(named, os.O_RDONLY | os.O_NONBLOCK)
    try:
        for path, end in ((f"/dev/fd/{write_end}", read_end), (str(named), named_end)):
            write_records(path, [ending_record()], append=append)
            assert os.read(end, 1 << 16).decode() == ending_record().to_json() + "\n"
    finally:
        for end in (read_end, write_end, named_end):
            os.close(end)


def test_empty_lines_and_other_ends_of_lines_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    line = ending_record().to_json().encode()
    path.write_bytes(b"\xef\xbb\xbf" + line + b"\r\n\r\n  \n\n" + line)
    assert list(read_records(path)) == [ending_record()] * 2
    file = io.StringIO("\ufeff" + ending_record().to_json() + "\r\n")
    assert list(read_records(file)) == [ending_record()]


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (b"{", "is no JSON: Expecting property name enclosed in double quotes at character 2"),
        (b'{"game": "chess"}', "is no record: must be a JSON object with the format"),
        (b'"\xff"', "is no UTF-8 text"),
        (b'"\xed\xa0\x80"', "is no UTF-8 text"),
        (b"\xff\xfe{\x00}\x00", "is no UTF-8 text"),
        (b"\x1f\x8b\x08\x00", "is no UTF-8 text"),
        (b"\xef\xbb\xbf{}", "is no JSON: Unexpected UTF-8 BOM"),
        (b"[" * 1000, "is no "),
    ],
    ids=["cut", "foreign", "latin-1", "surrogate", "utf-16", "gzip", "second-mark", "deep"],
)
def test_a_bad_line_is_told_by_its_number(tmp_path: Path, bad: bytes, message: str) -> None:
    path = tmp_path / "games.jsonl"
    line = ending_record().to_json().encode()
    path.write_bytes(line + b"\n\n" + bad + b"\n" + line)
    reading = read_records(path)
    assert next(reading) == ending_record()
    with pytest.raises(RecordError) as caught:
        next(reading)
    assert str(caught.value).startswith(f"line 3: {message}")
    assert list(reading) == []


def test_an_open_file_that_is_no_utf_8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b'"\xff"\n')
    with path.open(encoding="utf-8") as file, pytest.raises(RecordError, match="line 1: is no UTF"):
        next(read_records(file))


def test_a_line_without_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with path.open("wb") as file:
        file.truncate(100 * MAX_LENGTH)  # a sparse file of zeros
    with pytest.raises(RecordError, match="line 1: is longer than 8,388,608 characters"):
        next(read_records(path))

    class Endless(io.StringIO):
        asked = 0

        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            assert size is not None
            self.asked += size
            return " " * size

    endless = Endless()
    with pytest.raises(RecordError, match="line 1: is longer than 8,388,608 characters"):
        next(read_records(endless))
    assert 0 < endless.asked <= MAX_LENGTH + 1


def test_the_longest_line_is_read() -> None:
    text = ending_record().to_json().ljust(MAX_LENGTH)
    assert list(read_records(io.StringIO(text + "\n" + text))) == [ending_record()] * 2


def test_an_action_of_a_file_is_told_by_line_number_seat_and_word(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(ending_record().to_json().replace('"triplet 2"', '"triplet 4"'))
    with pytest.raises(RecordError) as caught:
        next(read_records(path))
    assert str(caught.value).startswith(
        "line 1: action 1: player 0 may not play 'triplet 4': it does not hold"
    )


@pytest.mark.parametrize("path", [None, 1, b"games.jsonl", [], io.StringIO], ids=str)
def test_what_is_no_file_is_refused(path: Any) -> None:
    with pytest.raises(TypeError, match="file must be a path or an open text file, not "):
        read_records(path)
    with pytest.raises(TypeError, match="file must be a path or an open text file, not "):
        write_records(path, [])


def test_a_file_that_gives_bytes_is_refused() -> None:
    class Binary:
        def readline(self, most: int) -> bytes:
            return b"{}"

    file: Any = Binary()
    with pytest.raises(TypeError, match="a line must be a str, not bytes"):
        next(read_records(file))


@pytest.mark.parametrize("path", ["a\0b", "\ud800"], ids=["nul", "surrogate"])
def test_names_that_no_file_has_are_refused(path: str) -> None:
    with pytest.raises(RecordError, match="is no name of a file"):
        read_records(path)
    with pytest.raises(RecordError, match="is no name of a file"):
        write_records(path, [])


def test_files_that_are_not_there_are_errors_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        next(read_records(tmp_path / "none.jsonl"))
    with pytest.raises(FileNotFoundError):
        write_records(tmp_path / "none" / "games.jsonl", [])
    with pytest.raises(IsADirectoryError):
        write_records(tmp_path, [])
    with pytest.raises(IsADirectoryError):
        next(read_records(tmp_path))


def test_records_must_be_records(tmp_path: Path) -> None:
    wrong: Any = 5
    with pytest.raises(TypeError, match="records must be a list of GameRecord, not int"):
        write_records(tmp_path / "games.jsonl", wrong)
    wrong = ending_record()
    with pytest.raises(TypeError, match="records must be a list of GameRecord, not GameRecord"):
        write_records(tmp_path / "games.jsonl", wrong)
    assert list(tmp_path.iterdir()) == []


def test_a_record_that_is_too_long_is_not_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    write_records(path, [ending_record()])
    before = path.read_bytes()
    monkeypatch.setattr("cardgames.records.MAX_LENGTH", 1500)
    record = played(TWO.new_state(1))
    with pytest.raises(RecordError, match="the record would be longer than 1,500 characters"):
        record.to_json()
    with pytest.raises(RecordError, match="the record would be longer"):
        write_records(path, [ending_record(), record])
    assert path.read_bytes() == before


# --- Files that are none, or not the right ones ---


@pytest.mark.parametrize("kind", [io.BytesIO, io.RawIOBase], ids=["buffered", "raw"])
def test_binary_files_are_refused(kind: type[Any]) -> None:
    with pytest.raises(TypeError, match=r"^file must be a path or an open text file, not "):
        write_records(kind(), [ending_record()])
    with pytest.raises(TypeError, match=r"^file must be a path or an open text file, not "):
        read_records(kind())


def test_closed_files_are_refused(tmp_path: Path) -> None:
    with open(tmp_path / "a", "w+", encoding="utf-8") as file:
        pass
    with pytest.raises(RecordError, match=r"^the file is closed$"):
        write_records(file, [ending_record()])
    with pytest.raises(RecordError, match=r"^the file is closed$"):
        read_records(file)


def test_an_encoding_without_the_letters_of_a_name_is_refused() -> None:
    data = io.BytesIO()
    file = io.TextIOWrapper(data, encoding="ascii")
    with pytest.raises(RecordError, match="it should be UTF-8"):
        write_records(file, some_records())
    file.flush()
    assert data.getvalue() == b""


@pytest.mark.parametrize("append", ["no", 1, None], ids=repr)
def test_append_is_true_or_false(tmp_path: Path, append: Any) -> None:
    with pytest.raises(TypeError, match=r"^append must be True or False, not "):
        write_records(tmp_path / "a", [ending_record()], append)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["", "byte order mark"])
def test_a_file_can_be_appended_to_itself(tmp_path: Path, mark: bytes) -> None:
    """It is read as it was when it was opened: otherwise this has no end."""
    path = tmp_path / "games.jsonl"
    records = some_records() * 20  # more than a file is buffered
    write_records(path, records)
    path.write_bytes(mark + path.read_bytes())
    write_records(path, itertools.islice(read_records(path), 3 * len(records)), append=True)
    assert list(read_records(path)) == records * 2


def test_a_name_may_be_as_long_as_names_can_be(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 250)
    write_records(path, some_records())
    assert list(read_records(path)) == some_records()
    assert list(tmp_path.iterdir()) == [path]


def test_errors_name_the_file_that_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "games.jsonl"
    with pytest.raises(FileNotFoundError) as wrong:
        write_records(path, [ending_record()])
    assert str(wrong.value) == f"[Errno 2] No such file or directory: '{path}'"


def test_a_folder_is_not_written_to_under_its_name(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"is no name of a file$"):
        write_records(f"{tmp_path}{os.sep}games{os.sep}", [ending_record()])
    assert list(tmp_path.iterdir()) == []
