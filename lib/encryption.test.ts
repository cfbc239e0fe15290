import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { decrypt, encrypt } from "./encryption.ts";

const key = randomBytes(32);

it("decrypts what it encrypted, and encrypts the same text differently each time", () => {
  const one = encrypt([key], "here", "secret");
  const two = encrypt([key], "here", "secret");
  expect(decrypt([key], "here", one)).toBe("secret");
  expect(one.sealed.equals(two.sealed)).toBe(false);
  expect(one.sealed.includes("secret")).toBe(false);
});

it("decrypts with a key ring whose first key is newer", () => {
  const sealed = encrypt([key], "here", "secret");
  expect(decrypt([randomBytes(32), key], "here", sealed)).toBe("secret");
});

it("fails for another place, another key, or a changed bit", () => {
  const sealed = encrypt([key], "here", "secret");
  expect(() => decrypt([key], "there", sealed)).toThrow();
  expect(() => decrypt([randomBytes(32)], "here", sealed)).toThrow(/no key/);
  for (let at = 0; at < sealed.sealed.length; at++) {
    const corrupted = Buffer.from(sealed.sealed);
    corrupted.writeUInt8(corrupted.readUInt8(at) ^ 1, at);
    expect(() => decrypt([key], "here", { ...sealed, sealed: corrupted })).toThrow();
  }
});
