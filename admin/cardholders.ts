/** `cardholder`: people who ask for help. */
import type { Command } from "commander";
import { audit } from "#lib/auth/audit.ts";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { findCardholder } from "#lib/cardholders/operations.ts";
import { emailFlag } from "./flags.ts";
import { CommandFailure, print } from "./output.ts";

async function show(scope: SystemScope, { email }: { email: string }): Promise<void> {
  const found = await findCardholder(email);
  if (!found) throw new CommandFailure(`There is no cardholder with the address ${email}.`);
  // Looking at a person is an action, too.
  await audit(scope, "cardholder.show", found.cardholderId);
  print(found);
}

/** Adds the noun. */
export function addCardholder(program: Command, scope: SystemScope): void {
  program
    .command("cardholder")
    .description("people who ask for help")
    .command("show")
    .description("one cardholder with accounts and open sessions; nothing secret")
    .requiredOption("--email <address>", "", emailFlag)
    .action((flags: { email: string }) => show(scope, flags));
}
