import { defineConfig } from "vitest/config";
import { common, globalSetup } from "./vitest.config.ts";

export default defineConfig({
  // One after another: some of these measure.
  test: {
    ...common,
    globalSetup,
    maxWorkers: 1,
    include: ["**/*.long.test.ts"],
    testTimeout: 15 * 60_000,
  },
});
