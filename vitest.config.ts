import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const NEVER = ["**/node_modules/**", ".next/**", "dist/**", "generated/**", "e2e/**"];

/** What quick and long tests have in common. */
export const common = {
  globalSetup: ["./test/global-setup.ts"],
  setupFiles: ["./test/setup.ts"],
  exclude: NEVER,
  pool: "forks" as const,
  // More than there are processors: whoever starts the service as a process mostly waits.
  maxWorkers: Math.min(6, 2 * availableParallelism()),
  // A limit of time ends what hangs and asserts nothing: generous, since the machine may be busy.
  hookTimeout: 240_000,
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  test: {
    ...common,
    include: ["**/*.test.{ts,tsx}"],
    exclude: [...NEVER, "**/*.long.test.ts"],
    testTimeout: 120_000 * Number(process.env.REPEAT ?? 1),
  },
});
