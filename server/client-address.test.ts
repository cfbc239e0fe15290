import type { IncomingMessage } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { rereadEnv } from "#lib/env.ts";
import { callerOf } from "#lib/http/caller.ts";
import { withinRequest } from "#lib/http/request-context.ts";
import { clientAddressOf } from "./client-address.ts";

/** The address of a request with these headers from 192.0.2.1. */
const noted = (...headers: [name: string, value: string][]) =>
  clientAddressOf({
    rawHeaders: headers.flat(),
    socket: { remoteAddress: "192.0.2.1" },
  } as unknown as IncomingMessage);

function trustProxy(trusted: boolean): void {
  process.env.TRUST_PROXY = String(trusted);
  rereadEnv();
}

afterEach(() => trustProxy(false));

describe("the address of a client", () => {
  it("is the connection's address, whatever the request says", () => {
    expect(noted()).toBe("192.0.2.1");
    expect(noted(["X-Client-Address", "203.0.113.9"])).toBe("192.0.2.1");
    expect(noted(["X-Forwarded-For", "203.0.113.9"])).toBe("192.0.2.1");
  });

  it("is the address that a trusted proxy appended, not what came before", () => {
    trustProxy(true);
    const appended = "198.51.100.7, 203.0.113.9";
    expect(noted(["X-Forwarded-For", appended])).toBe("203.0.113.9");
    expect(noted(["X-Forwarded-For", "2001:db8::1"])).toBe("2001:db8::1");
    // As a second header, too.
    const twice = noted(["x-forwarded-for", "198.51.100.7"], ["X-Forwarded-For", "203.0.113.9"]);
    expect(twice).toBe("203.0.113.9");
  });

  it("is not known without a front door, whatever the headers say", () => {
    const headers = new Headers({
      "X-Client-Address": "203.0.113.9",
      "X-Forwarded-For": "203.0.113.9",
    });
    expect(callerOf(headers).address).toBe("unknown");
    const context = { requestId: "1", address: "192.0.2.1" };
    expect(withinRequest(context, () => callerOf(headers).address)).toBe("192.0.2.1");
  });

  it("is the connection's address if a proxy sends no valid one", () => {
    trustProxy(true);
    expect(noted(["X-Forwarded-For", "unknown"])).toBe("192.0.2.1");
    expect(noted()).toBe("192.0.2.1");
  });
});
