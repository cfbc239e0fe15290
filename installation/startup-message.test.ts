import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { env } from "#lib/env.ts";
import { demoFile } from "#lib/sandbox/demo-bank.ts";
import { startupMessage } from "./startup-message.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "points-message-"));
writeFileSync(demoFile(dataDir), JSON.stringify({ api_key: "k", email: "e", password: "p" }));
afterAll(() => rmSync(dataDir, { recursive: true }));

const links = [
  { label: "School processor", url: "http://localhost:3000/sandbox/sign-in?token=one" },
  { label: "Bank clerk", url: "http://localhost:3000/sandbox/sign-in?token=two" },
];

const messageFor = (environment: "sandbox" | "production", signInLinks = links) =>
  startupMessage({ ...env(), environment }, dataDir, signInLinks);

it("names the data directory of a sandbox", () => {
  expect(messageFor("sandbox")).toContain(`Data        ${dataDir}\n`);
});

it("lists the sign-in links, if there are any", () => {
  expect(messageFor("sandbox")).toContain(`
  Team sign-in links (sandbox only, from this machine, once each; restart for new ones)
    School processor  http://localhost:3000/sandbox/sign-in?token=one
    Bank clerk        http://localhost:3000/sandbox/sign-in?token=two
`);
  expect(messageFor("sandbox", [])).not.toContain("links");
});

it("names no data directory or links in production, which has none", () => {
  expect(messageFor("production")).toContain("is up (production)");
  expect(messageFor("production")).not.toMatch(/points-message|sign-in/);
});
