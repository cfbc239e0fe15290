/** `migrate`, and the nouns `mail`, `secret`, and `signing-key`. */
import type { Command } from "commander";
import { audit } from "#lib/auth/audit.ts";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { reencryptTotps } from "#lib/cardholders/mfa/secrets.ts";
import { reencryptAuthorizationSecrets } from "#lib/donations/authorize/secrets.ts";
import { retryEmail } from "#lib/email/operations.ts";
import { listEmails } from "#lib/email/queries.ts";
import { reencryptSigningKeys, rotateSigningKey } from "#lib/oauth/keys.ts";
import { reencryptPlatforms } from "#lib/ticketing/config.ts";
import { reencryptSecrets } from "#lib/webhooks/endpoints/secrets.ts";
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
      if (!(await retryEmail(mailId))) {
        throw new CommandFailure(`No unsent email has the ID ${mailId}.`);
      }
      await audit(scope, "mail.retry", mailId);
      print({ mailId, status: "pending", sendRequested: true });
    });
  program
    .command("migrate")
    .description(
      "make the database's schema, or bring it up to date; a sandbox gets its demonstration",
    )
    // By the time that a command runs, that is done.
    .action(() => print({ schema: "up to date" }));
  program
    .command("secret")
    .description("manage encryption at rest")
    .command("rotate")
    .description(
      "encrypt everything again with the first key of PLATFORM_CONFIG_KEY, WEBHOOK_SECRETS_KEY, " +
        "and IDENTITY_SECRETS_KEY",
    )
    .action(async () => {
      const platforms = await reencryptPlatforms();
      const secrets = await reencryptSecrets();
      const authorizations = await reencryptAuthorizationSecrets();
      const factors = await reencryptTotps();
      const signing = await reencryptSigningKeys();
      await audit(scope, "secret.rotate", "all", {
        platformConfigurations: platforms.resealed,
        webhookSecrets: secrets.resealed,
        authorizationSecrets: authorizations.resealed,
        secondFactors: factors.resealed,
        signingKeys: signing.resealed,
      });
      print({
        platformConfigurations: platforms,
        webhookSecrets: secrets,
        authorizationSecrets: authorizations,
        secondFactors: factors,
        signingKeys: signing,
      });
      const all = [platforms, secrets, authorizations, factors, signing];
      if (all.some(({ unreadable }) => unreadable.length > 0)) {
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
      const { kid, signsFrom } = await rotateSigningKey();
      await audit(scope, "signing-key.rotate", kid);
      print({ kid, signsFrom });
    });
}
