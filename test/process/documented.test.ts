import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fetchDocumented } from "./documented.ts";

const meta = { request_id: "r-1" };
const error = { code: "SCHOOL_NOT_FOUND", message: "No school has this ID." };
const refusal = { success: false, error, meta };

let status: number;
let body: unknown;
const server = createServer((_request, response) => {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => void server.close());

function ask(path: string, answer: [number, unknown]): Promise<Response> {
  [status, body] = answer;
  const { port } = server.address() as AddressInfo;
  return fetchDocumented(new Request(`http://127.0.0.1:${port}${path}`));
}

it("a valid response is returned with its body unread", async () => {
  const response = await ask("/v1/schools/nowhere?x=1", [404, refusal]);
  expect(await response.json()).toEqual(refusal);
});

it.each<[string, string, [number, unknown]]>([
  ["an extra field", "/v1/schools/a", [404, { ...refusal, trace: "…" }]],
  ["a missing field", "/v1/schools/a", [200, { success: true, data: { school_id: "a" }, meta }]],
  ["another operation's error", "/v1/accounts/linked", [404, refusal]],
  ["an error with the wrong status", "/v1/schools/a", [400, refusal]],
  ["an undocumented address", "/v1/nothing", [404, refusal]],
])("a response with %s is rejected", async (_what, path, answer) => {
  await expect(ask(path, answer)).rejects.toThrow();
});
