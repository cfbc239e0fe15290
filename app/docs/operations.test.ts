import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { env } from "#lib/env.ts";
import { curlOf } from "./operations.ts";

const path = "/v1/things";
const url = env().publicBaseUrl + path;
const credential = "X-Key: $API_KEY";

/** The arguments that a shell passes to curl. */
function wordsOf(command: string): string[] {
  const script = `API_KEY=svc_test_1; curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }; ${command}`;
  const output = execFileSync("sh", ["-c", script]);
  return output.toString().split("\0").slice(0, -1);
}

test("a GET request has its URL and the key", () => {
  expect(curlOf({ method: "GET", path, credential })).toBe(
    `curl ${url} \\\n  -H "X-Key: $API_KEY"`,
  );
});

test("a shell parses the method, the headers, and the exact body", () => {
  const body = { name: "Pat's", note: 'a "word" $HOME `id` \\' };
  const words = wordsOf(curlOf({ method: "POST", path, credential, body }));
  expect(words.slice(0, -1)).toEqual([
    "-X",
    "POST",
    url,
    "-H",
    "X-Key: svc_test_1",
    "-H",
    "Content-Type: application/json",
    "-d",
  ]);
  expect(JSON.parse(words.at(-1) ?? "")).toEqual(body);
});

test("a URL with a query is one shell word with its variables expanded", () => {
  const withQuery = `${path}?limit=1&cursor=$API_KEY`;
  const [word] = wordsOf(curlOf({ method: "GET", path: withQuery, credential }));
  expect(word).toBe(`${url}?limit=1&cursor=svc_test_1`);
});
