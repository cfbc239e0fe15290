import { expect, it } from "vitest";
import { sealNote } from "./auth/sealed-notes.ts";
import { signToken } from "./auth/signed-tokens.ts";
import { withoutTokens } from "./log.ts";

it("never holds a token of ours, wherever it stands", async () => {
  const token = await signToken("embed-session", { sub: "1" }, new Date(Date.now() + 60_000));
  const line = JSON.stringify({
    url: `/embed/session?token=${token}&x=1`,
    message: `could not read ${token}`,
  });
  expect(JSON.parse(withoutTokens(line))).toEqual({
    url: "/embed/session?token=[token]&x=1",
    message: "could not read [token]",
  });
});

it("never holds a sealed note, whatever its address calls it", async () => {
  const note = await sealNote("recovery-codes", { codes: ["1"] }, 60);
  expect(withoutTokens(`GET /settings/two-step/codes?note=${note}&x=1 failed`)).toBe(
    "GET /settings/two-step/codes?note=[token]&x=1 failed",
  );
});

it("holds no token of an address, whatever it looks like, and all the rest", () => {
  expect(withoutTokens('{"url":"/set-password?a=b&token=abc","n":1}')).toBe(
    '{"url":"/set-password?a=b&token=[token]","n":1}',
  );
});
