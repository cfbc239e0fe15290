/** The nouns `mail`, `secret`, and `signing-key`. */
import type { Command } from "commander";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { listEmails } from "#lib/email/queries.ts";
import { retryEmail } from "#lib/email/queue.ts";
import { rotateSigningKey } from "#lib/oauth/keys.ts";
import { reencryptSecrets } from "#lib/operations/secrets.ts";
import { emailFlag, idFlag, limitFlag } from "./flags.ts";
import { CommandFailure, print } from "./output.ts";

/** Adds the commands. */
export function addMaintenance(program: Command, scope: SystemScope): void {
  const mail = program.command("mail").description("list and resend emails");
  mail
    .command("list")
    .option("--to <address>", "", emailFlag)
    .option("--limit <n>", "", limitFlag, 25)
    .action(async ({ to, limit }: { to?: string; limit: number }) => {
      const mails = await listEmails(to, limit);
      print({ mails: mails.map(({ id, ...rest }) => ({ mailId: id, ...rest })) });
    });
  mail
    .command("retry")
    .description("send an email again that failed or is pending")
    .requiredOption("--mail <mail_id>", "", idFlag)
    .action(async ({ mail: mailId }: { mail: string }) => {
      if (!(await retryEmail(scope, mailId))) {
        throw new CommandFailure(`No unsent email has the ID ${mailId}.`);
      }
      print({ mailId, status: "pending", sendRequested: true });
    });
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
    .action(async () => {
      print(await rotateSigningKey(scope));
    });
}
