import { expect, it } from "vitest";
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

it("holds no token of an address, whatever it looks like, and all the rest", () => {
  expect(withoutTokens('{"url":"/set-password?a=b&token=abc","n":1}')).toBe(
    '{"url":"/set-password?a=b&token=[token]","n":1}',
  );
});
