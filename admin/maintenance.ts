/** The nouns `mail` and `secret`. */
import type { Command } from "commander";
import { audit } from "#lib/auth/audit.ts";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { reencryptTotps } from "#lib/cardholders/mfa/secrets.ts";
import { reencryptAuthorizationSecrets } from "#lib/donations/authorize/secrets.ts";
import { retryEmail } from "#lib/email/operations.ts";
import { listEmails } from "#lib/email/queries.ts";
import { reencryptPlatforms } from "#lib/ticketing/config.ts";
import { reencryptSecrets } from "#lib/webhooks/endpoints/secrets.ts";
import { emailFlag, idFlag, limitFlag } from "./flags.ts";
import { CommandFailure, print } from "./output.ts";

/** Adds both nouns. */
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
      const authorizations = await reencryptAuthorizationSecrets();
      const factors = await reencryptTotps();
      await audit(scope, "secret.rotate", "all", {
        platformConfigurations: platforms.resealed,
        webhookSecrets: secrets.resealed,
        authorizationSecrets: authorizations.resealed,
        secondFactors: factors.resealed,
      });
      print({
        platformConfigurations: platforms,
        webhookSecrets: secrets,
        authorizationSecrets: authorizations,
        secondFactors: factors,
      });
      const all = [platforms, secrets, authorizations, factors];
      if (all.some(({ unreadable }) => unreadable.length > 0)) {
        throw new CommandFailure(
          "Some of it opens under no key that is configured: see unreadable.",
        );
      }
    });
}
