import { afterEach, expect, it, vi } from "vitest";
import { contentSecurityPolicy } from "./content-security-policy.ts";

afterEach(() => vi.unstubAllEnvs());

it.each(["production", "test", ""])(
  "allows no eval and no inline style where NODE_ENV is %j",
  (value) => {
    vi.stubEnv("NODE_ENV", value);
    expect(contentSecurityPolicy("one", ["https://embed.example"])).toBe(
      "default-src 'none'; script-src 'nonce-one' 'strict-dynamic'; style-src 'self' 'nonce-one'; " +
        "img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; " +
        "frame-src https://embed.example; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
  },
);

it("allows both in development, where the server needs them", () => {
  vi.stubEnv("NODE_ENV", "development");
  const policy = contentSecurityPolicy("one");
  expect(policy).toContain("script-src 'nonce-one' 'strict-dynamic' 'unsafe-eval';");
  expect(policy).toContain("style-src 'self' 'unsafe-inline';");
});
