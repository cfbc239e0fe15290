/** The command `migrate`. */
import type { Command } from "commander";
import { print, say } from "./output.ts";

export const MIGRATE = "migrate";

/**
 * Adds the command. Every command applies pending migrations when it opens the installation; this one also creates one
 * that doesn't exist, including a sandbox's demo data.
 * @param applied the names of the migrations that this has just applied
 */
export function addMigrate(program: Command, applied: () => string[]): void {
  program
    .command(MIGRATE)
    .description("apply pending migrations, creating the installation if there is none")
    .action(() => {
      const migrations = applied();
      if (migrations.length === 0) say("The database already has this release's schema.");
      print({ applied: migrations });
    });
}
