import { expect, it } from "vitest";
import { encodingFor } from "./compression.ts";

it.each([
  [null, "identity"],
  ["", "identity"],
  ["gzip, deflate, br", "br"],
  ["br;q=0.5, gzip", "gzip"],
  ["BR;Q=0, GZIP;q=0.2", "gzip"],
  ["br;q=0, *", "gzip"],
  ["gzip;q=0, *;q=0", "identity"],
  ["gzip;q=0.5, identity", "identity"],
  ["zstd", "identity"],
])("answers Accept-Encoding %s with %s", (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});
