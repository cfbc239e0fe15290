import { defineConfig } from "vitest/config";
import { common, globalSetup } from "./vitest.config.ts";

const LONG = "**/*.long.test.ts";
/** These measure times, so they run alone. */
const MEASURE = [
  "test/process/{hostile-tenant,outbound,several}.long.test.ts",
  "test/sign-in-timing.long.test.ts",
  "test/suites/event-loop.long.test.ts",
  "lib/{batches,comparisons}/large-lists.long.test.ts",
];

const inGroup = (name: string, groupOrder: number, maxWorkers: number) => ({
  ...common,
  name,
  maxWorkers,
  sequence: { groupOrder },
});

export default defineConfig({
  test: {
    globalSetup,
    projects: [
      { test: { ...inGroup("measure", 1, 1), include: MEASURE } },
      {
        test: {
          ...inGroup("others", 2, 2),
          include: [LONG],
          exclude: [...common.exclude, ...MEASURE],
        },
      },
    ],
  },
});
