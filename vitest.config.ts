import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";

const NEVER_TESTS = ["**/node_modules/**", ".next/**", "dist/**", "generated/**", "e2e/**"];
const QUICK = "**/*.test.{ts,tsx}";
const LONG = "**/*.long.test.ts";
const PROCESSES = "test/process/**/*.test.ts";

/** Once per run, not per project. */
export const globalSetup = ["./test/global-setup.ts"];

const HANG_TIMEOUT_MS = 15 * 60_000 * Number(process.env.REPEAT ?? 1);

/** What quick and long tests have in common. */
export const common = {
  setupFiles: ["./test/setup.ts"],
  exclude: NEVER_TESTS,
  pool: "forks" as const,
  alias: { "next/headers": path.resolve(import.meta.dirname, "test/next-headers.ts") },
  // Importing the product allocates many long-lived objects, which a small young generation would copy repeatedly.
  execArgv: ["--max-semi-space-size=64"],
  // Timeouts only end hung tests and assert nothing: no test has its own, and the machine may be busy.
  testTimeout: HANG_TIMEOUT_MS,
  hookTimeout: HANG_TIMEOUT_MS,
  expect: { poll: { timeout: HANG_TIMEOUT_MS / 2 } },
};

/** Calls that affect every module of a process. Settings are reset for each file (test/setup.ts). */
const NEEDS_OWN_PROCESS = /\bvi\.(mock|doMock|hoisted|resetModules)\(|\/simulation\.ts"/;

const ownProcess = globSync(QUICK, { exclude: NEVER_TESTS }).filter((file) =>
  NEEDS_OWN_PROCESS.test(readFileSync(file, "utf8")),
);

const shared = (name: string, include: string[], exclude: string[]) => ({
  test: {
    ...common,
    name,
    isolate: false,
    include,
    exclude: [...NEVER_TESTS, ...exclude],
  },
});

export default defineConfig({
  test: {
    globalSetup,
    // One more than there are processors: workers spend half of their time waiting for a service or the database.
    maxWorkers: availableParallelism() + 1,
    // Run in alphabetical order, so that the shortest files come last.
    projects: [
      {
        test: {
          ...common,
          name: "own process",
          include: ownProcess.filter((file) => !file.endsWith(".long.test.ts")),
        },
      },
      // The files of these two share processes, since importing the product takes longer than most tests.
      shared("processes", [PROCESSES], [LONG, ...ownProcess]),
      shared("shared", [QUICK], [LONG, PROCESSES, ...ownProcess]),
    ],
  },
});
