import { expect, test, vi } from "vitest";
import { openNote, sealNote } from "./sealed-notes.ts";

const content = { email: "pat@example.com", list: ["1", "2"] };

test("a note opens as it was sealed, and shows nothing of it", async () => {
  const note = await sealNote("form", content, 60);
  expect(await openNote("form", note)).toEqual(content);
  expect(Buffer.from(note, "base64url").toString("latin1")).not.toContain("pat@example.com");
});

test("a note of another purpose, a changed one and something else do not open", async () => {
  const note = await sealNote("form", content, 60);
  expect(await openNote("second-step", note)).toBeNull();
  expect(await openNote("form", `${note.slice(0, -4)}AAAA`)).toBeNull();
  for (const other of ["", "a.b.c", "form", "eyJhbGciOiJub25lIn0.e30."]) {
    expect(await openNote("form", other)).toBeNull();
  }
});

test("a note opens for as long as it was meant to", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const note = await sealNote("form", content, 60);
  vi.advanceTimersByTime(59_000);
  expect(await openNote("form", note)).toEqual(content);
  vi.advanceTimersByTime(2_000);
  expect(await openNote("form", note)).toBeNull();
  vi.useRealTimers();
});
