/** The nouns `email`, `secret`, `signing-key`, and `demo`, and the command `migrate`. */
import type { Command } from "commander";
import type { Installation } from "#installation/open-installation.ts";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { listEmails } from "#lib/email/queries.ts";
import { retryEmail } from "#lib/email/queue.ts";
import { env } from "#lib/env.ts";
import { rotateSigningKey } from "#lib/oauth/keys.ts";
import { reencryptSecrets } from "#lib/operations/actions.ts";
import { resetSandbox } from "#prisma/reset.ts";
import * as flag from "./flags.ts";
import { CommandFailure, print, required, say } from "./output.ts";

export const MIGRATE = "migrate";

function addEmail(program: Command, scope: SystemScope): void {
  const email = program.command("email").description("list and resend emails");
  email
    .command("list")
    .option("--to <address>", "", flag.email)
    .option("--limit <n>", "", flag.limit, 25)
    .action(async ({ to, limit }: { to?: string; limit: number }) => {
      const emails = await listEmails(to, limit);
      print({ emails: emails.map(({ id, ...rest }) => ({ emailId: id, ...rest })) });
    });
  email
    .command("retry")
    .description("send an email again that failed or is pending")
    .requiredOption("--email <email_id>", "", flag.id)
    .action(async ({ email: emailId }: { email: string }) => {
      await required(retryEmail(scope, emailId), `No unsent email has the ID ${emailId}.`);
      print({ emailId, status: "pending", sendRequested: true });
    });
}

function addKeys(program: Command, scope: SystemScope): void {
  program
    .command("secret")
    .description("manage encryption at rest")
    .command("rotate")
    .description(
      "encrypt everything again with the first key of PLATFORM_CONFIG_KEY, WEBHOOK_SECRETS_KEY, " +
        "and IDENTITY_SECRETS_KEY",
    )
    .action(async () => {
      const kinds = await reencryptSecrets(scope);
      print(kinds);
      if (Object.values(kinds).some(({ unreadable }) => unreadable.length > 0)) {
        throw new CommandFailure(
          "Some values can't be decrypted with any configured key. See unreadable.",
        );
      }
    });
  program
    .command("signing-key")
    .description("the keys that sign ID tokens")
    .command("rotate")
    .description("make a new one, which signs once banks have had time to see it")
    .action(async () => print(await rotateSigningKey(scope)));
}

/**
 * Every command applies pending migrations when it opens the installation; `migrate` also creates a missing one,
 * including a sandbox's demo data.
 * @param opened returns the command's installation, once it is open
 */
export function addMaintenance(
  program: Command,
  scope: SystemScope,
  opened: () => Pick<Installation, "migrations" | "dataDir"> | undefined,
): void {
  addEmail(program, scope);
  addKeys(program, scope);
  program
    .command(MIGRATE)
    .description("apply pending migrations, creating the installation if there is none")
    .action(() => {
      const applied = opened()?.migrations ?? [];
      if (applied.length === 0) say("The database already has this release's schema.");
      print({ applied });
    });
  program
    .command("demo")
    .description("the sandbox's demo data")
    .command("reset")
    .description("delete everything in the sandbox, including other banks, and seed it again")
    .option("--all", "required: other banks and all their data are deleted, too")
    .option("--yes", "required: this can't be undone")
    .action(async ({ all, yes }: { all?: boolean; yes?: boolean }) => {
      if (env().environment !== "sandbox") {
        throw new CommandFailure("Only a sandbox can be reset, and this is production.");
      }
      if (!all || !yes) {
        throw new CommandFailure(
          "This deletes every bank, donation, email, and session in this sandbox. To confirm, add --all --yes.",
        );
      }
      await resetSandbox(scope, opened()?.dataDir ?? "", say);
      print({ reset: true });
    });
}
