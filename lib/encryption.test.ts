import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { decrypt, encrypt } from "./encryption.ts";

const key = randomBytes(32);

it("decrypts what it encrypted, and encrypts the same text differently each time", () => {
  const one = encrypt([key], "here", "secret");
  const two = encrypt([key], "here", "secret");
  expect(decrypt([key], "here", one)).toBe("secret");
  expect(one.equals(two)).toBe(false);
  expect(one.includes("secret")).toBe(false);
});

it("decrypts with a key ring whose first key is newer", () => {
  const encrypted = encrypt([key], "here", "secret");
  expect(decrypt([randomBytes(32), key], "here", encrypted)).toBe("secret");
});

it("fails for another place, another key, or a changed bit", () => {
  const encrypted = encrypt([key], "here", "secret");
  expect(() => decrypt([key], "there", encrypted)).toThrow();
  expect(() => decrypt([randomBytes(32)], "here", encrypted)).toThrow(/no key/);
  for (let at = 0; at < encrypted.length; at++) {
    const spoiled = Buffer.from(encrypted);
    spoiled.writeUInt8(spoiled.readUInt8(at) ^ 1, at);
    expect(() => decrypt([key], "here", spoiled)).toThrow();
  }
});
