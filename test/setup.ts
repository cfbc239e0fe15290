/** Before every test file: the worker's database, fresh secrets, and none of the caller's settings. */
import { randomBytes } from "node:crypto";
import { destination } from "pino";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import { closeDatabase } from "#lib/database/prisma.ts";
import { rereadEnv, SETTING_NAMES } from "#lib/env.ts";
import { openLog } from "#lib/log.ts";
import { openWorkerDatabase } from "./database.ts";
import { recordSecrets, testLogFile } from "./logs.ts";
import { forgetBrowser } from "./next-headers.ts";

const databaseUrl = await openWorkerDatabase();
for (const name of SETTING_NAMES) delete process.env[name];
const secrets = {
  AUTH_SECRET: randomBytes(32).toString("base64url"),
  PLATFORM_CONFIG_KEY: randomBytes(32).toString("base64"),
  WEBHOOK_SECRETS_KEY: randomBytes(32).toString("base64"),
  IDENTITY_SECRETS_KEY: randomBytes(32).toString("base64"),
};
const logFile = testLogFile();
Object.assign(process.env, secrets, {
  DATABASE_URL: databaseUrl,
  ALLOW_LOOPBACK_WEBHOOKS: "true",
  // Its gifts would be counted.
  SANDBOX_FOUNDATION: "false",
  LOG_LEVEL: logFile ? "debug" : "silent",
  // On a busy machine, a late response is better than a 503.
  DATABASE_TIMEOUT_MS: "60000",
  // Many tests send bursts with one key; tests of the limits set their own.
  RATE_LIMIT_PER_KEY: "0",
  RATE_LIMIT_PER_CARDHOLDER: "0",
  RATE_LIMIT_PER_NETWORK: "0",
});
// Discards the settings cached by the previous file in this process.
rereadEnv();
forgetBrowser();

recordSecrets([...Object.values(secrets), new URL(databaseUrl).password]);
if (logFile) openLog(destination({ dest: logFile, sync: true }));

afterAll(closeDatabase);

// An unexpected console error fails the test.
const errors: unknown[][] = [];

beforeEach(() => {
  errors.length = 0;
  vi.spyOn(console, "error").mockImplementation((...args) => {
    errors.push(args);
  });
});

afterEach(() => {
  expect(errors, "console.error was called").toEqual([]);
});

// Not after each test, since some run concurrently.
afterAll(() => vi.spyOn(console, "error").mockRestore());
