import { defineConfig } from "vitest/config";
import { common } from "./vitest.config.ts";

export default defineConfig({
  // One after another: some of these measure.
  test: { ...common, maxWorkers: 1, include: ["**/*.long.test.ts"], testTimeout: 15 * 60_000 },
});
