/** Protocol upgrade offers are ignored: the request is answered over HTTP/1.1. */
import { connect } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { eventually } from "./application.ts";
import { app } from "./default-service.ts";
import { exchange, head } from "./raw-http.ts";

const H2C = [
  "Connection: Upgrade, HTTP2-Settings",
  "Upgrade: h2c",
  "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
];
const WEBSOCKET = [
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];
const body = "{}";
const WITH_BODY = ["Content-Type: application/json", `Content-Length: ${body.length}`];

async function expectServed(offer: string[]): Promise<void> {
  const key = `X-Service-API-Key: ${app.demoKey}`;
  const ask = (method: string, path: string, ...lines: string[]) =>
    exchange(app.port, head(method, path, ...lines, ...offer) + (method === "POST" ? body : ""));
  expect((await ask("GET", "/v1/schools", key)).status).toBe(200);
  expect((await ask("POST", "/v1/donations/request", key, ...WITH_BODY)).status).toBe(422);
  expect((await ask("GET", "/healthz")).status).toBe(200);
  expect((await ask("GET", "/_next/webpack-hmr")).status).toBe(404);
}

// The order matters: Next.js starts listening for upgrades at the first page request.
describe.each(["before the first page request", "after it"])("%s", (when) => {
  beforeAll(async () => {
    if (when === "after it") expect((await fetch(`${app.base}/`)).status).toBe(200);
  });

  it.each([
    ["h2c", H2C],
    ["websocket", WEBSOCKET],
    ["something unknown", ["Connection: Upgrade", "Upgrade: gopher/2"]],
  ])("a client that offers %s is answered over HTTP/1.1", async (_name, offer) => {
    await expectServed(offer);
  });
});

it("a page is served to a client that offers h2c", async () => {
  expect((await exchange(app.port, head("GET", "/", ...H2C))).status).toBe(200);
});

it("the connection stays usable after an offer", async () => {
  const socket = connect(app.port, "127.0.0.1");
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk) => {
    text += chunk;
  });
  const ended = new Promise((resolve) => socket.once("close", resolve));
  socket.write(head("GET", "/healthz", ...H2C));
  await eventually(() => (text.includes('"up"') ? true : undefined), "the first answer");
  socket.write(head("GET", "/healthz", "Connection: close"));
  await ended;
  expect(text.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
});
