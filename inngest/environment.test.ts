/** Checks that `process.env` can be replaced with a plain object. */
import { afterEach, expect, it } from "vitest";
import { copyEnvironment } from "./environment.ts";

const real = process.env;
afterEach(() => {
  process.env = real;
});

it("replaces process.env with a plain copy, without npm's variables", () => {
  process.env.npm_config_of_a_test = "npm's";
  process.env.OF_A_TEST = "ours";
  copyEnvironment();
  delete real.npm_config_of_a_test;
  delete real.OF_A_TEST;
  expect(process.env).not.toBe(real);
  expect(process.env.OF_A_TEST).toBe("ours");
  expect(process.env).not.toHaveProperty("npm_config_of_a_test");
});

it("child processes still inherit the copy", async () => {
  const { execFileSync } = await import("node:child_process");
  copyEnvironment();
  process.env.OF_A_TEST = "ours";
  const printed = execFileSync(process.execPath, ["-p", "process.env.OF_A_TEST"], {
    encoding: "utf8",
  });
  expect(printed.trim()).toBe("ours");
});
