/** The command `migrate`. */
import type { Command } from "commander";
import { print, say } from "./output.ts";

export const MIGRATE = "migrate";

/**
 * Adds the command. Every command migrates when it opens the installation; this one does nothing else, and also makes
 * one that isn't there yet, as a first start does: a sandbox gets its demonstration.
 * @param applied the names of the migrations that this has just applied
 */
export function addMigrate(program: Command, applied: () => string[]): void {
  program
    .command(MIGRATE)
    .description("bring the database to this release's schema, also an empty one")
    .action(() => {
      const migrations = applied();
      if (migrations.length === 0) say("The database already has this release's schema.");
      print({ applied: migrations });
    });
}
