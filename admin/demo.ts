/** `demo`: the sandbox's demonstration. */
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
    .description("the sandbox's demonstration")
    .command("reset")
    .description(
      "remove everything in a sandbox, other banks included, and seed it as at its start",
    )
    .option("--all", "other banks and everything of theirs, too: there is no other way")
    .option("--yes", "it cannot be undone")
    .action(async ({ all, yes }: Flags) => {
      if (env().environment !== "sandbox") {
        throw new CommandFailure("Only a sandbox can be reset: this is production.");
      }
      if (!all || !yes) {
        throw new CommandFailure(
          "This removes every bank, donation, mail and session of this sandbox. If you mean it, add --all --yes.",
        );
      }
      await resetSandbox(scope, dataDir(), say).catch((error) => {
        throw error instanceof ProductionFound ? new CommandFailure(error.message) : error;
      });
      print({ reset: true });
    });
}
