/** The nouns `mail`, `secret`, and `signing-key`. */
import type { Command } from "commander";
import { audit } from "#lib/auth/audit.ts";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { reencryptTotps } from "#lib/cardholders/mfa/secrets.ts";
import { retryEmail } from "#lib/email/operations.ts";
import { listEmails } from "#lib/email/queries.ts";
import { reencryptSigningKeys, rotateSigningKey } from "#lib/oauth/keys.ts";
import { reencryptPlatforms } from "#lib/ticketing/config.ts";
import { reencryptSecrets } from "#lib/webhooks/endpoints/secrets.ts";
import { emailFlag, idFlag, limitFlag } from "./flags.ts";
import { CommandFailure, print } from "./output.ts";

/** Adds the three nouns. */
export function addMaintenance(program: Command, scope: SystemScope): void {
  const mail = program.command("mail").description("the outbox");
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
    .description("send a mail again that was given up, or that waits")
    .requiredOption("--mail <mail_id>", "", idFlag)
    .action(async ({ mail: mailId }: { mail: string }) => {
      if (!(await retryEmail(mailId))) {
        throw new CommandFailure(`There is no mail ${mailId} that has not gone out.`);
      }
      await audit(scope, "mail.retry", mailId);
      print({ mailId, status: "pending", sendRequested: true });
    });
  program
    .command("secret")
    .description("what is sealed at rest")
    .command("rotate")
    .description(
      "seal everything anew under the first key of each of PLATFORM_CONFIG_KEY, WEBHOOK_SECRETS_KEY " +
        "and IDENTITY_SECRETS_KEY",
    )
    .action(async () => {
      const platforms = await reencryptPlatforms();
      const secrets = await reencryptSecrets();
      const factors = await reencryptTotps();
      const signing = await reencryptSigningKeys();
      await audit(scope, "secret.rotate", "all", {
        platformConfigurations: platforms.resealed,
        webhookSecrets: secrets.resealed,
        secondFactors: factors.resealed,
        signingKeys: signing.resealed,
      });
      print({
        platformConfigurations: platforms,
        webhookSecrets: secrets,
        secondFactors: factors,
        signingKeys: signing,
      });
      if ([platforms, secrets, factors, signing].some(({ unreadable }) => unreadable.length > 0)) {
        throw new CommandFailure(
          "Some of it opens under no key that is configured: see unreadable.",
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
