import { afterEach, expect, it } from "vitest";
import { rereadEnv } from "#lib/env.ts";
import { isServedHost } from "./served-hosts.ts";

const SETTINGS = ["PUBLIC_BASE_URL", "EMBED_BASE_URL", "ALLOWED_HOSTS"];

function set(values: Record<string, string>): void {
  Object.assign(process.env, values);
  rereadEnv();
}
afterEach(() => {
  for (const name of SETTINGS) delete process.env[name];
  rereadEnv();
});

it("a sandbox is served under loopback names, its configured hosts, and the allowed ones", () => {
  set({
    PUBLIC_BASE_URL: "https://Points.example:8443",
    EMBED_BASE_URL: "https://embed.example/flow",
    ALLOWED_HOSTS: "192.0.2.7, Box.internal,[2001:db8::7]",
  });
  const ours = ["localhost", "127.0.0.1", "[::1]", "points.example", "embed.example"];
  for (const host of [...ours, "192.0.2.7", "box.internal", "[2001:db8::7]", "LOCALHOST"]) {
    expect.soft(isServedHost(host), host).toBe(true);
    expect.soft(isServedHost(`${host}:3000`), host).toBe(true);
  }
});

it.each([
  "evil.example",
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "evil.example:3000",
  "evil.example@localhost",
  "localhost@evil.example",
  "localhost:80:80",
  "localhost/evil.example",
  "127.0.0.2",
  "0.0.0.0",
  "[::]",
  "::1",
  "localhost.",
  "",
])("a sandbox is not served under %j", (host) => {
  expect(isServedHost(host)).toBe(false);
});
