import { expect, test, vi } from "vitest";
import { decryptToken, encryptToken } from "./encrypted-tokens.ts";

const content = { email: "pat@example.com", list: ["1", "2"] };

test("a token decrypts to what was encrypted, and doesn't reveal it", async () => {
  const token = await encryptToken("form", content, 60);
  expect(await decryptToken("form", token)).toEqual(content);
  expect(Buffer.from(token, "base64url").toString("latin1")).not.toContain("pat@example.com");
});

test("a token for another purpose, a modified token, and other text don't decrypt", async () => {
  const token = await encryptToken("form", content, 60);
  expect(await decryptToken("second-step", token)).toBeNull();
  expect(await decryptToken("form", `${token.slice(0, -4)}AAAA`)).toBeNull();
  for (const other of ["", "a.b.c", "form", "eyJhbGciOiJub25lIn0.e30."]) {
    expect(await decryptToken("form", other)).toBeNull();
  }
});

test("a token decrypts until it expires", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const token = await encryptToken("form", content, 60);
  vi.advanceTimersByTime(59_000);
  expect(await decryptToken("form", token)).toEqual(content);
  vi.advanceTimersByTime(2_000);
  expect(await decryptToken("form", token)).toBeNull();
  vi.useRealTimers();
});
