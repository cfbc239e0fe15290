import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { rereadEnv } from "#lib/env.ts";
import { openLog } from "#lib/log.ts";
import { logConsole } from "./console.ts";

it("writes console output to the log, without colors or secrets", () => {
  process.env.LOG_LEVEL = "debug";
  rereadEnv();
  const lines = new PassThrough();
  openLog(lines);
  const before = { ...console };
  try {
    logConsole();
    // Libraries keep references to the methods.
    const { error, log } = console;
    const row = { detail: "Failing row contains (Pat)" };
    error("\u001b[31m ⨯ ", Object.assign(new Error("no mail to pat@example.com"), row));
    log("%s is up", "it");
  } finally {
    Object.assign(console, before);
    process.env.LOG_LEVEL = "silent";
    rereadEnv();
  }
  const [failure, info] = String(lines.read())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(failure).toMatchObject({ level: "error", component: "console", msg: "⨯" });
  expect(failure.err).toMatchObject({ message: "no mail to [email]", detail: "[row]" });
  expect(info).toMatchObject({ level: "info", component: "console", msg: "it is up" });
});
