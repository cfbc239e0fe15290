import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const NEVER = ["**/node_modules/**", ".next/**", "dist/**", "generated/**", "e2e/**"];
const QUICK = "**/*.test.{ts,tsx}";
const LONG = "**/*.long.test.ts";
const PROCESSES = "test/process/**/*.test.ts";

/** Once per run, not per project. */
export const globalSetup = ["./test/global-setup.ts"];

const HANGS_AFTER_MS = 15 * 60_000 * Number(process.env.REPEAT ?? 1);

/** What quick and long tests have in common. */
export const common = {
  setupFiles: ["./test/setup.ts"],
  exclude: NEVER,
  pool: "forks" as const,
  // Importing the product makes much that stays: less of it is looked through again and again.
  execArgv: ["--max-semi-space-size=64"],
  // Limits end what hangs and assert nothing: no test has its own, and the machine may be busy.
  testTimeout: HANGS_AFTER_MS,
  hookTimeout: HANGS_AFTER_MS,
  expect: { poll: { timeout: HANGS_AFTER_MS / 2 } },
};

/** These reach every module of a process. Settings are fresh in each file (test/setup.ts). */
const NEEDS_OWN_PROCESS = /\bvi\.(mock|doMock|hoisted|resetModules)\(|\/simulation\.ts"/;

const ownProcess = globSync(QUICK, { exclude: NEVER }).filter((file) =>
  NEEDS_OWN_PROCESS.test(readFileSync(file, "utf8")),
);

const shared = (name: string, include: string[], exclude: string[]) => ({
  test: {
    ...common,
    name,
    isolate: false,
    include,
    exclude: [...NEVER, ...exclude],
  },
});

export default defineConfig({
  test: {
    globalSetup,
    // One more than there are processors: half of the time a worker waits, for a service or the database.
    maxWorkers: availableParallelism() + 1,
    // They take their turns by name, so that the shortest files come last.
    projects: [
      {
        test: {
          ...common,
          name: "own process",
          include: ownProcess.filter((file) => !file.endsWith(".long.test.ts")),
        },
      },
      // Files of these two run one after another in the same processes: importing the product takes
      // longer than most tests.
      shared("processes", [PROCESSES], [LONG, ...ownProcess]),
      shared("shared", [QUICK], [LONG, PROCESSES, ...ownProcess]),
    ],
  },
});
