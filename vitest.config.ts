import { defineConfig } from "vitest/config";

const NEVER = ["**/node_modules/**", ".next/**", "dist/**", "generated/**", "e2e/**"];

/** What quick and long tests have in common. */
export const common = {
  globalSetup: ["./test/global-setup.ts"],
  setupFiles: ["./test/setup.ts"],
  exclude: NEVER,
  pool: "forks" as const,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    ...common,
    include: ["**/*.test.{ts,tsx}"],
    exclude: [...NEVER, "**/*.long.test.ts"],
    testTimeout: 30_000,
  },
});
