import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { rereadEnv } from "#lib/env.ts";
import { openLog } from "#lib/log.ts";
import { logConsole } from "./console.ts";

it("writes console output to the log, without colors and secrets", () => {
  process.env.LOG_LEVEL = "debug";
  rereadEnv();
  const lines = new PassThrough();
  openLog(lines);
  const before = { ...console };
  try {
    logConsole();
    // As a library does.
    const { error, log } = console;
    const row = { detail: "Failing row contains (Pat)" };
    error("\u001b[31m ⨯ ", Object.assign(new Error("no mail to pat@example.com"), row));
    log("%s is up", "it");
  } finally {
    Object.assign(console, before);
    process.env.LOG_LEVEL = "silent";
    rereadEnv();
  }
  const [complaint, info] = String(lines.read())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(complaint).toMatchObject({ level: "error", component: "console", msg: "⨯" });
  expect(complaint.err).toMatchObject({ message: "no mail to [email]", detail: "[row]" });
  expect(info).toMatchObject({ level: "info", component: "console", msg: "it is up" });
});
