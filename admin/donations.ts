/** `cardholder` and `donation`: lookups for support, and actions on stuck donations. */
import { type Command, Option } from "commander";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { findCardholder } from "#lib/cardholders/operations.ts";
import { listAuthorizationsOf } from "#lib/donations/authorize/sql.ts";
import { STATUSES } from "#lib/donations/contract.ts";
import {
  findDonation,
  holdDonation,
  listAllDonations,
  releaseDonation,
  retryDonation,
} from "#lib/donations/operations.ts";
import { serializeDonation } from "#lib/donations/serialize.ts";
import type { OperatorDonation } from "#lib/donations/sql.ts";
import type { DonationStatus } from "#lib/donations/state.ts";
import { listEventsOf } from "#lib/webhooks/events/queries.ts";
import { addDonationCorrections } from "./corrections.ts";
import * as flag from "./flags.ts";
import { CommandFailure, print, required, say } from "./output.ts";

/** The donation as in the API, with the fields that only operators see. */
function operatorView(donation: OperatorDonation) {
  const { attemptCount, lastAttemptedAt, nextAttemptAt, lastError, flaggedAt, heldAt, holdReason } =
    donation;
  return {
    ...serializeDonation(donation),
    bankId: donation.bankId,
    credit: {
      attemptCount,
      lastAttemptedAt,
      nextAttemptAt,
      lastError,
      flaggedAt,
      heldAt,
      holdReason,
    },
  };
}

async function show(donationId: string): Promise<void> {
  const found = await findDonation(donationId);
  const events = await listEventsOf(donationId);
  const authorizations = await listAuthorizationsOf(donationId);
  if (found) {
    const listed = events.map(({ id, ...rest }) => ({ eventId: id, ...rest }));
    return print({ ...operatorView(found), authorizations, events: listed });
  }
  if (authorizations.length === 0) {
    throw new CommandFailure(`No donation has the ID ${donationId}.`);
  }
  say("This gift was never accepted.");
  print({ donationId, authorizations });
}

type ListFlags = { bank?: string; status?: DonationStatus; flagged?: true; limit: number };
type OneDonation = { donation: string };

export function addDonations(program: Command, scope: SystemScope): void {
  program
    .command("cardholder")
    .description("look up cardholders for support")
    .command("show")
    .description("show one cardholder with accounts and open sessions, without secrets")
    .requiredOption("--email <address>", "", flag.email)
    .action(async ({ email }: { email: string }) => {
      const otherwise = `No cardholder has the email address ${email}.`;
      print(await required(findCardholder(scope, email), otherwise));
    });

  const donation = program
    .command("donation")
    .description("list, show, hold, retry, and correct donations of all banks");
  donation
    .command("list")
    .option("--bank <bank_id>", "", flag.id)
    .addOption(new Option("--status <status>").choices([...STATUSES]))
    .option("--flagged", "only those whose points disagree with the program's rate")
    .option("--limit <n>", "", flag.limit, 25)
    .action(async ({ bank: bankId, ...rest }: ListFlags) => {
      const donations = await listAllDonations({ ...rest, ...(bankId && { bankId }) });
      print({ donations: donations.map(operatorView) });
    });
  const ofDonation = flag.ofOne(donation, "donation");
  ofDonation("show", "show one donation with its credit, events, and deliveries").action(
    (flags: OneDonation) => show(flags.donation),
  );
  ofDonation("retry", "push a pending donation again immediately").action(
    async ({ donation: donationId }: OneDonation) => {
      const otherwise = `Donation ${donationId} isn't pending, or is held.`;
      await required(retryDonation(scope, donationId), otherwise);
      print({ donationId, status: "pending", pushRequested: true });
    },
  );
  ofDonation("hold", "begin no attempt of a pending donation until it's released")
    .requiredOption("--reason <text>", "for the audit log and `donation show`", flag.name)
    .action(async ({ donation: donationId, reason }: OneDonation & { reason: string }) => {
      const otherwise = `Donation ${donationId} isn't pending, or is already held.`;
      await required(holdDonation(scope, donationId, reason), otherwise);
      print({ donationId, status: "pending", held: true });
      say(
        "An attempt that has already begun isn't stopped: `donation show` tells what became of it.",
      );
    });
  ofDonation("release", "push a held donation now, also one held by the sandbox's platform (.94)")
    .option("--reason <text>", "for the audit log", flag.name)
    .action(async ({ donation: donationId, reason }: OneDonation & { reason?: string }) => {
      const released = releaseDonation(scope, donationId, reason ?? null);
      await required(released, `Donation ${donationId} isn't pending.`);
      print({ donationId, status: "pending", pushRequested: true });
    });
  addDonationCorrections(ofDonation, scope);
}
