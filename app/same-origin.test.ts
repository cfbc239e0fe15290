import { describe, expect, it } from "vitest";
import { rereadEnv } from "#lib/env.ts";
import { isSameOrigin } from "./same-origin.ts";

const from = (headers: Record<string, string>) => isSameOrigin(new Headers(headers));
const host = "127.0.0.1:3000";

describe("a form", () => {
  it("is same-origin when it comes from the request's host, under any name", () => {
    expect(from({ host, origin: "http://127.0.0.1:3000" })).toBe(true);
    expect(from({ host: "box.local", origin: "http://box.local" })).toBe(true);
    expect(from({ host, origin: "http://127.0.0.1:3000", "sec-fetch-site": "same-origin" })).toBe(
      true,
    );
  });

  it("is same-origin when it comes from the public URL, behind a proxy that rewrites the host", () => {
    expect(from({ host: "internal:3000", origin: "http://localhost:3000" })).toBe(true);
  });

  it("is rejected when it comes over HTTP to a service that uses HTTPS", () => {
    process.env.PUBLIC_BASE_URL = "https://points.example";
    rereadEnv();
    try {
      expect(from({ host: "points.example", origin: "https://points.example" })).toBe(true);
      expect(from({ host: "points.example", origin: "http://points.example" })).toBe(false);
    } finally {
      delete process.env.PUBLIC_BASE_URL;
      rereadEnv();
    }
  });

  it("isn't ours when it comes from another origin or names none", () => {
    expect(from({ host, origin: "https://evil.example" })).toBe(false);
    expect(from({ host, origin: "http://127.0.0.1:3001" })).toBe(false);
    expect(from({ host, origin: "null" })).toBe(false);
    expect(from({ host, origin: "https://127.0.0.1:3000" })).toBe(false);
    expect(from({ host })).toBe(false);
    expect(from({ host, origin: "http://127.0.0.1:3000", "sec-fetch-site": "cross-site" })).toBe(
      false,
    );
  });
});
