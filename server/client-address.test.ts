import type { IncomingMessage } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { rereadEnv } from "#lib/env.ts";
import { callerOf, frontDoorPresence, markFrontDoor } from "#lib/http/caller.ts";
import { setClientAddress } from "./client-address.ts";

/** The address that handlers see for a request with these headers from 192.0.2.1. */
function noted(sent: Record<string, string>) {
  const incoming = {
    headers: Object.fromEntries(Object.entries(sent).map(([k, v]) => [k.toLowerCase(), v])),
    rawHeaders: Object.entries(sent).flat(),
    socket: { remoteAddress: "192.0.2.1" },
  } as unknown as IncomingMessage;
  setClientAddress(incoming);
  const { rawHeaders } = incoming;
  const told = rawHeaders.filter(
    (_, at) => rawHeaders[at - 1]?.toLowerCase() === "x-client-address",
  );
  expect(told).toEqual([incoming.headers["x-client-address"]]);
  return told[0];
}

function trustProxy(trusted: boolean): void {
  process.env.TRUST_PROXY = String(trusted);
  rereadEnv();
}

afterEach(() => trustProxy(false));

describe("the address of a client", () => {
  it("is the connection's address, whatever the request says", () => {
    expect(noted({})).toBe("192.0.2.1");
    expect(noted({ "X-Client-Address": "203.0.113.9" })).toBe("192.0.2.1");
    expect(noted({ "X-Forwarded-For": "203.0.113.9" })).toBe("192.0.2.1");
  });

  it("is the address that a trusted proxy appended, not what came before", () => {
    trustProxy(true);
    expect(noted({ "X-Forwarded-For": "198.51.100.7, 203.0.113.9" })).toBe("203.0.113.9");
    expect(noted({ "X-Forwarded-For": "2001:db8::1" })).toBe("2001:db8::1");
  });

  it("is not taken from headers without a front door", () => {
    const headers = new Headers({ "X-Client-Address": "203.0.113.9" });
    expect(callerOf(headers).address).toBe("203.0.113.9");
    frontDoorPresence.reset();
    expect(callerOf(headers).address).toBe("unknown");
    markFrontDoor();
  });

  it("is the connection's address if a proxy sends no valid one", () => {
    trustProxy(true);
    expect(noted({ "X-Forwarded-For": "unknown" })).toBe("192.0.2.1");
    expect(noted({})).toBe("192.0.2.1");
  });
});
