/** `demo`: the sandbox's demo data. */
import type { Command } from "commander";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { env } from "#lib/env.ts";
import { ProductionFound, resetSandbox } from "#prisma/reset.ts";
import { CommandFailure, print, say } from "./output.ts";

type Flags = { all?: boolean; yes?: boolean };

/** @param dataDir where the installation keeps its files, once it is open */
export function addDemo(program: Command, scope: SystemScope, dataDir: () => string): void {
  program
    .command("demo")
    .description("the sandbox's demo data")
    .command("reset")
    .description("delete everything in the sandbox, including other banks, and seed it again")
    .option("--all", "required: other banks and all their data are deleted, too")
    .option("--yes", "required: this can't be undone")
    .action(async ({ all, yes }: Flags) => {
      if (env().environment !== "sandbox") {
        throw new CommandFailure("Only a sandbox can be reset, and this is production.");
      }
      if (!all || !yes) {
        throw new CommandFailure(
          "This deletes every bank, donation, email, and session in this sandbox. To confirm, add --all --yes.",
        );
      }
      await resetSandbox(scope, dataDir(), say).catch((error) => {
        throw error instanceof ProductionFound ? new CommandFailure(error.message) : error;
      });
      print({ reset: true });
    });
}
