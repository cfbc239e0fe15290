/** Fails if a request can no longer be changed or made by hand. */
import { once } from "node:events";
import { createServer, type IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { getRequestListener } from "@hono/node-server";
import { expect, it } from "vitest";
import { exchange, head } from "#test/process/raw-http.ts";
import { headerValues, syntheticRequest, withBody } from "./request.ts";

it("a received request shows every value of a header, which Node.js joins or drops", async () => {
  const read = Promise.withResolvers<IncomingMessage>();
  const server = createServer((incoming, outgoing) => {
    read.resolve(incoming);
    outgoing.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await exchange(port, head("GET", "/", "Accept: a", "accept: b", "Age: 1", "AGE: 2"));
  server.close();
  const incoming = await read.promise;
  expect(headerValues(incoming, "accept")).toEqual(["a", "b"]);
  expect(headerValues(incoming, "age")).toEqual(["1", "2"]);
  expect(headerValues(incoming, "a")).toEqual([]);
  expect([incoming.headers.accept, incoming.headers.age]).toEqual(["a, b", "1"]);
});

it("a request with a new body reads alike for Node.js and for Hono", async () => {
  const chunked = syntheticRequest("/page", "service.test");
  Object.assign(chunked, { method: "POST" });
  Object.assign(chunked.headers, { "transfer-encoding": "chunked", "x-other": "kept" });
  chunked.rawHeaders.push(
    "Host",
    "service.test",
    "Transfer-Encoding",
    "chunked",
    "X-Other",
    "kept",
  );
  const read = Promise.withResolvers<unknown[]>();
  const whole = withBody(chunked, Buffer.from("a body"));
  const listener = getRequestListener(
    async (request) => {
      const names = ["transfer-encoding", "content-length", "x-other"];
      read.resolve([...names.map((name) => request.headers.get(name)), await request.text()]);
      return new Response();
    },
    { overrideGlobalObjects: false },
  );
  void listener(whole, new ServerResponse(whole));
  expect(await read.promise).toEqual([null, "6", "kept", "a body"]);
});

it("a request gets the given body, and its length", async () => {
  const chunked = syntheticRequest("/page", "service.test");
  chunked.headers["transfer-encoding"] = "chunked";
  for (const body of ["", "a body"]) {
    const whole = withBody(chunked, Buffer.from(body));
    expect(whole.headers).toMatchObject({ "content-length": String(body.length) });
    expect(whole.headers).not.toHaveProperty("transfer-encoding");
    expect([whole.url, whole.complete, await text(whole)]).toEqual(["/page", true, body]);
  }
});

it("a synthetic request reads like a real one that has ended", async () => {
  const request = syntheticRequest("/docs", "service.test");
  expect(request).toMatchObject({ method: "GET", url: "/docs" });
  expect(request.headers.host).toBe("service.test");
  expect(request.socket).toBeInstanceOf(Socket);
  expect(await text(request)).toBe("");
});
