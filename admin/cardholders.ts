/** `cardholder`: look up cardholders for support. */
import type { Command } from "commander";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { findCardholder } from "#lib/cardholders/operations.ts";
import { emailFlag } from "./flags.ts";
import { CommandFailure, print } from "./output.ts";

async function show(scope: SystemScope, { email }: { email: string }): Promise<void> {
  const found = await findCardholder(scope, email);
  if (!found) throw new CommandFailure(`No cardholder has the email address ${email}.`);
  print(found);
}

/** Adds the noun. */
export function addCardholder(program: Command, scope: SystemScope): void {
  program
    .command("cardholder")
    .description("look up cardholders for support")
    .command("show")
    .description("show one cardholder with accounts and open sessions, without secrets")
    .requiredOption("--email <address>", "", emailFlag)
    .action((flags: { email: string }) => show(scope, flags));
}
