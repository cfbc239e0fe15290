import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const NEVER = ["**/node_modules/**", ".next/**", "dist/**", "generated/**", "test/browser/**"];
const QUICK = "**/*.test.{ts,tsx}";
const LONG = "**/*.long.test.ts";

/** What quick and long tests have in common. */
export const common = {
  globalSetup: ["./test/global-setup.ts"],
  exclude: NEVER,
  pool: "forks" as const,
  // A limit of time ends what hangs and asserts nothing: generous, since the machine may be busy.
  hookTimeout: 240_000,
  expect: { poll: { timeout: 30_000 } },
};

export const setupFiles = ["./test/setup.ts"];

/** Mocks, fake timers and a private database reach every module. Settings are fresh in each file (test/setup.ts). */
const NEEDS_OWN_PROCESS =
  /\bvi\.(mock|doMock|hoisted|useFakeTimers)\(|private-database|\/simulation\.ts"/;

const ownProcess = globSync(QUICK, { exclude: NEVER }).filter((file) =>
  NEEDS_OWN_PROCESS.test(readFileSync(file, "utf8")),
);

const testTimeout = 120_000 * Number(process.env.REPEAT ?? 1);

export default defineConfig({
  test: {
    ...common,
    // More than there are processors: whoever starts the service as a process mostly waits.
    maxWorkers: Math.min(6, 2 * availableParallelism()),
    projects: [
      {
        // One after another in the same process: importing the product takes longer than most tests.
        test: {
          ...common,
          name: "shared",
          setupFiles,
          isolate: false,
          testTimeout,
          include: [QUICK],
          exclude: [...NEVER, LONG, ...ownProcess],
        },
      },
      {
        test: {
          ...common,
          name: "own process",
          setupFiles,
          testTimeout,
          include: ownProcess.filter((file) => !file.endsWith(".long.test.ts")),
        },
      },
    ],
  },
});
