/** Fails if a request can no longer be changed or made by hand. */
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { getRequestListener } from "@hono/node-server";
import { expect, it } from "vitest";
import { setRequestHeader, syntheticRequest, withBody } from "./request.ts";

it("a header that is set replaces the client's, for Node.js and for Hono", async () => {
  const read = Promise.withResolvers<unknown[]>();
  const listener = getRequestListener(
    (request) => {
      read.resolve([request.headers.get("x-client"), request.headers.get("x-other")]);
      return new Response();
    },
    { overrideGlobalObjects: false },
  );
  let incoming: IncomingMessage | undefined;
  const server = createServer((request, response) => {
    incoming = request;
    setRequestHeader(request, "x-client", "ours");
    void listener(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const headers = { "X-Client": "theirs", "X-Other": "kept" };
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { headers });
  server.close();
  expect(await read.promise).toEqual(["ours", "kept"]);
  expect(incoming?.headers["x-client"]).toBe("ours");
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
