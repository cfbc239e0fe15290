import { Command } from "commander";
import { afterEach, expect, it, vi } from "vitest";
import { systemScope } from "#lib/auth/scopes.ts";
import { rereadEnv } from "#lib/env.ts";
import { resetSandbox } from "#prisma/reset.ts";
import { addMaintenance } from "./maintenance.ts";

vi.mock("#prisma/reset.ts", () => ({ ProductionFound: Error, resetSandbox: vi.fn() }));

afterEach(() => {
  for (const name of ["SERVICE_ENVIRONMENT", "PUBLIC_BASE_URL"]) delete process.env[name];
  rereadEnv();
});

function reset(...flags: string[]) {
  const program = new Command().exitOverride();
  addMaintenance(program, systemScope("test"), () => undefined);
  return program.parseAsync(["demo", "reset", ...flags], { from: "user" });
}

it("refuses in production, even with every flag", async () => {
  process.env.SERVICE_ENVIRONMENT = "production";
  process.env.PUBLIC_BASE_URL = "https://give.example";
  rereadEnv();
  await expect(reset("--all", "--yes")).rejects.toThrow("Only a sandbox can be reset");
  expect(resetSandbox).not.toHaveBeenCalled();
});

it.each([[[]], [["--all"]], [["--yes"]]])("does nothing with only %j", async (flags) => {
  await expect(reset(...flags)).rejects.toThrow("add --all --yes");
  expect(resetSandbox).not.toHaveBeenCalled();
});
