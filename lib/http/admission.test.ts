import { expect, it } from "vitest";
import { encryptToken } from "../auth/tokens/encrypted-tokens.ts";
import { requireSmallBody } from "./admission.ts";

const KIB = 1024;
const check = "/school/batches/confirm/check/";

/** What becomes of a request that declares a body. */
const admit = (path: string, bytes: number) =>
  requireSmallBody(path, new Headers({ "Content-Length": String(bytes) }), "192.0.2.7").then(
    () => "admitted",
    (error) => error.code,
  );

it("only someone who was shown the upload may send a large body, and only there", async () => {
  const token = await encryptToken("upload", {}, 60);
  expect(await admit(check + token, 1_000 * KIB)).toBe("admitted");
  expect(await admit(check + token, 1_200 * KIB)).toBe("PAYLOAD_TOO_LARGE");
  expect(await admit("/school/batches/x/close/submit", 65 * KIB)).toBe("PAYLOAD_TOO_LARGE");
  for (const wrong of [
    "x",
    await encryptToken("form", {}, 60),
    await encryptToken("upload", {}, -1),
  ]) {
    expect(await admit(check + wrong, 65 * KIB)).toBe("PAYLOAD_TOO_LARGE");
    expect(await admit(check + wrong, 64 * KIB)).toBe("admitted");
  }
});
