import { expect, it } from "vitest";
import { totpCodeAt } from "#test/totp.ts";
import { makeTotpSecret, totpStepOf, totpUri } from "./totp.ts";

// RFC 6238's test secret, "12345678901234567890", in base32.
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const at = (seconds: number) => new Date(seconds * 1_000);

it("generates the test codes of RFC 6238", () => {
  // The RFC lists eight digits; ours are the last six.
  expect(totpCodeAt(SECRET, at(59))).toBe("287082");
  expect(totpCodeAt(SECRET, at(1_111_111_109))).toBe("081804");
  expect(totpCodeAt(SECRET, at(20_000_000_000))).toBe("353130");
});

it("accepts codes of the previous, current, and next step, and returns the step", () => {
  const code = totpCodeAt(SECRET, at(900));
  expect([870, 900, 929, 930, 959].map((now) => totpStepOf(SECRET, code, at(now)))).toEqual(
    Array(5).fill(30),
  );
  expect(totpStepOf(SECRET, code, at(869))).toBeNull();
  expect(totpStepOf(SECRET, code, at(960))).toBeNull();
});

it("returns the later step if a code matches two, so it isn't accepted once for each", () => {
  const secret = "A".repeat(32);
  const step = 50_937_583;
  const code = totpCodeAt(secret, at(step * 30));
  expect(totpCodeAt(secret, at((step - 1) * 30))).toBe(code);
  expect(totpStepOf(secret, code, at((step - 1) * 30))).toBe(step);
});

it.each(["", "12345", "1234567", "abcdef", "１２３４５６"])("rejects %j", (code) => {
  expect(totpStepOf(SECRET, code)).toBeNull();
});

it("makes a 160-bit secret and a URI with the issuer and the account", () => {
  const secret = makeTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(totpUri(secret, "pat@example.com"));
  expect(decodeURIComponent(uri.pathname)).toContain("Points to Giving:pat@example.com");
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    secret,
    issuer: "Points to Giving",
  });
});
