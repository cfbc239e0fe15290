/** `donation`: donations of all banks, and actions for stuck ones. */
import { type Command, Option } from "commander";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { listAuthorizationsOf } from "#lib/donations/authorize/sql.ts";
import { holdDonation } from "#lib/donations/hold.ts";
import {
  findDonation,
  listAllDonations,
  releaseDonation,
  retryDonation,
} from "#lib/donations/operations.ts";
import { serializeDonation } from "#lib/donations/serialize.ts";
import type { OperatorDonation } from "#lib/donations/sql.ts";
import type { DonationStatus } from "#lib/donations/state.ts";
import { listEventsOf } from "#lib/webhooks/events/queries.ts";
import { idFlag, limitFlag, nameFlag } from "./flags.ts";
import { CommandFailure, print, say } from "./output.ts";

/** The donation as the API shows it, with what only operators see. */
function shown(donation: OperatorDonation) {
  const { attemptCount, lastAttemptedAt, nextAttemptAt, lastError, flaggedAt, heldAt, holdReason } =
    donation;
  return {
    ...serializeDonation(donation),
    bankId: donation.bankId,
    credit: {
      ...{ attemptCount, lastAttemptedAt, nextAttemptAt, lastError, flaggedAt },
      ...{ heldAt, holdReason },
    },
  };
}

type ListFlags = { bank?: string; status?: DonationStatus; flagged?: true; limit: number };

async function list({ bank: bankId, ...rest }: ListFlags): Promise<void> {
  const donations = await listAllDonations({ ...rest, ...(bankId ? { bankId } : {}) });
  print({ donations: donations.map(shown) });
}

async function show(donationId: string): Promise<void> {
  const [found, events, authorizations] = await Promise.all([
    findDonation(donationId),
    listEventsOf(donationId),
    listAuthorizationsOf(donationId),
  ]);
  if (!found) {
    if (authorizations.length === 0) {
      throw new CommandFailure(`No donation has the ID ${donationId}.`);
    }
    say("This gift was never accepted.");
    print({ donationId, authorizations });
    return;
  }
  print({
    ...shown(found),
    authorizations,
    events: events.map(({ id, ...rest }) => ({ eventId: id, ...rest })),
  });
}

async function retry(scope: SystemScope, donationId: string): Promise<void> {
  if (!(await retryDonation(scope, donationId))) {
    throw new CommandFailure(`Donation ${donationId} isn't pending, or is held.`);
  }
  print({ donationId, status: "pending", pushRequested: true });
}

type HoldFlags = { donation: string; reason: string };

async function hold(scope: SystemScope, { donation: donationId, reason }: HoldFlags) {
  if (!(await holdDonation(scope, donationId, reason))) {
    throw new CommandFailure(`Donation ${donationId} isn't pending, or is already held.`);
  }
  print({ donationId, status: "pending", held: true });
  say("An attempt that has already begun isn't stopped: `donation show` tells what became of it.");
}

async function release(scope: SystemScope, flags: Omit<HoldFlags, "reason"> & { reason?: string }) {
  const { donation: donationId, reason = null } = flags;
  if (!(await releaseDonation(scope, donationId, reason))) {
    throw new CommandFailure(`Donation ${donationId} isn't pending.`);
  }
  print({ donationId, status: "pending", pushRequested: true });
}

type OneFlag = { donation: string };

/** Adds the noun. */
export function addDonation(program: Command, scope: SystemScope): void {
  const donation = program
    .command("donation")
    .description("list, show, hold, and retry donations of all banks");
  donation
    .command("list")
    .option("--bank <bank_id>", "", idFlag)
    .addOption(new Option("--status <status>").choices(["pending", "completed", "failed"]))
    .option("--flagged", "only those whose points disagree with the program's rate")
    .option("--limit <n>", "", limitFlag, 25)
    .action((flags: ListFlags) => list(flags));
  donation
    .command("show")
    .description("show one donation with its credit, events, and deliveries")
    .requiredOption("--donation <donation_id>", "", idFlag)
    .action((flags: OneFlag) => show(flags.donation));
  donation
    .command("retry")
    .description("push a pending donation again immediately")
    .requiredOption("--donation <donation_id>", "", idFlag)
    .action((flags: OneFlag) => retry(scope, flags.donation));
  donation
    .command("hold")
    .description("begin no attempt of a pending donation until it's released")
    .requiredOption("--donation <donation_id>", "", idFlag)
    .requiredOption("--reason <text>", "for the audit log and `donation show`", nameFlag)
    .action((flags: HoldFlags) => hold(scope, flags));
  donation
    .command("release")
    .description("push a held donation now, also one held by the sandbox's platform (.94)")
    .requiredOption("--donation <donation_id>", "", idFlag)
    .option("--reason <text>", "for the audit log", nameFlag)
    .action((flags: HoldFlags) => release(scope, flags));
}
