import { defineConfig } from "vitest/config";
import { common } from "./vitest.config.ts";

export default defineConfig({
  test: { ...common, include: ["**/*.long.test.ts"], testTimeout: 15 * 60_000 },
});
