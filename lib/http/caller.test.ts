import { describe, expect, it } from "vitest";
import { callerOf, lastForwarded } from "./caller.ts";
import { withinRequest } from "./request-context.ts";

describe("the client's address", () => {
  it("is the address that a trusted proxy appended, not what came before", () => {
    expect(lastForwarded("198.51.100.7, 203.0.113.9")).toBe("203.0.113.9");
    expect(lastForwarded("2001:db8::1")).toBe("2001:db8::1");
  });

  it.each([null, undefined, "", "unknown", "203.0.113.9, unknown", "203.0.113.9,"])(
    "isn't taken from the header %j",
    (forwarded) => expect(lastForwarded(forwarded)).toBeUndefined(),
  );

  it("is the one our server saw, regardless of headers; without our server, the one the proxy appended", () => {
    const headers = new Headers({
      "X-Client-Address": "198.51.100.7",
      "X-Forwarded-For": "198.51.100.7, 203.0.113.9",
    });
    const context = { requestId: "1", address: "192.0.2.1" };
    expect(withinRequest(context, () => callerOf(headers).address)).toBe("192.0.2.1");
    expect(callerOf(headers).address).toBe("203.0.113.9");
    expect(callerOf(new Headers()).address).toBe("unknown");
  });
});
