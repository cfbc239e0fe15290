/** `school`, `donation`, `webhook`, `delivery`: what travels through the service. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { audit } from "#lib/audit.ts";
import type { SystemScope } from "#lib/auth/scopes.ts";
import {
  findDonation,
  listAllDonations,
  releaseDonation,
  retryDonation,
} from "#lib/donations/operations.ts";
import { serializeDonation } from "#lib/donations/serialize.ts";
import type { DonationStatus, DonationWithCredit } from "#lib/donations/state.ts";
import { InvalidInput } from "#lib/errors.ts";
import { listSchools } from "#lib/schools/queries.ts";
import { addEndpoint, listEndpoints } from "#lib/webhooks/endpoints.ts";
import { listDeliveries, listEventsOf } from "#lib/webhooks/queries.ts";
import { CommandFailure, print } from "./output.ts";
import { idFlag, requireBank } from "./tenants.ts";

function limitFlag(given: string): number {
  const limit = Number(given);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
    throw new InvalidArgumentError("It must be a whole number from 1 to 1000.");
  }
  return limit;
}

/** The donation as the API shows it, with what only operators see. */
function shown(donation: DonationWithCredit) {
  const { attemptCount, lastAttemptedAt, lastError, flaggedAt } = donation.credit ?? {};
  return {
    ...serializeDonation(donation),
    bankId: donation.bankId,
    credit: { attemptCount, lastAttemptedAt, lastError, flaggedAt },
  };
}

function addSchool(program: Command, scope: SystemScope): void {
  program
    .command("school")
    .description("schools and their platforms")
    .command("list")
    .option("--search <text>")
    .option("--inactive", "those that take no donations", false)
    .option("--limit <n>", "", limitFlag, 1000)
    .action(
      async ({
        search,
        inactive,
        limit,
      }: {
        search?: string;
        inactive: boolean;
        limit: number;
      }) => {
        const filters = { active: !inactive, limit, search, cursor: undefined };
        const { items, total } = await listSchools(scope, filters);
        print({ total, schools: items });
      },
    );
}

function addDonation(program: Command, scope: SystemScope): void {
  const donation = program.command("donation").description("donations of all banks");
  donation
    .command("list")
    .option("--bank <bank_id>", "", idFlag)
    .addOption(new Option("--status <status>").choices(["pending", "completed", "failed"]))
    .option("--limit <n>", "", limitFlag, 25)
    .action(async (flags: { bank?: string; status?: DonationStatus; limit: number }) => {
      const { bank: bankId, ...rest } = flags;
      const donations = await listAllDonations(scope, { ...rest, ...(bankId ? { bankId } : {}) });
      print({ donations: donations.map(shown) });
    });
  donation
    .command("show")
    .requiredOption("--donation <donation_id>", "", idFlag)
    .action(async ({ donation: id }: { donation: string }) => {
      const found = await findDonation(scope, id);
      if (!found) throw new CommandFailure(`There is no donation ${id}.`);
      const events = await listEventsOf(scope, id);
      print({
        ...shown(found),
        events: events.map(({ id, ...rest }) => ({ eventId: id, ...rest })),
      });
    });
  const push = async (id: string, verb: "retry" | "release") => {
    const work = verb === "retry" ? retryDonation : releaseDonation;
    if (!(await work(scope, id))) throw new CommandFailure(`Donation ${id} is not pending.`);
    await audit(scope, `donation.${verb}`, id);
    print({ donationId: id, status: "pending", pushRequested: true });
  };
  donation
    .command("retry")
    .description("push a pending donation again at once")
    .requiredOption("--donation <donation_id>", "", idFlag)
    .action(({ donation: id }: { donation: string }) => push(id, "retry"));
  donation
    .command("release")
    .description("let a donation go that the sandbox's platform holds (.94)")
    .requiredOption("--donation <donation_id>", "", idFlag)
    .action(({ donation: id }: { donation: string }) => push(id, "release"));
}

function addWebhook(program: Command, scope: SystemScope): void {
  const webhook = program.command("webhook").description("where a bank is told");
  webhook
    .command("add")
    .requiredOption("--bank <bank_id>", "", idFlag)
    .requiredOption("--url <address>")
    .action(async ({ bank, url }: { bank: string; url: string }) => {
      await requireBank(scope, bank);
      const added = await addEndpoint(scope, bank, url).catch((error) => {
        throw error instanceof InvalidInput ? new CommandFailure(error.message) : error;
      });
      await audit(scope, "webhook.add", added.endpointId, { bank, url });
      print({ ...added, url });
      process.stderr.write("This secret is shown once. Keep it where secrets are kept.\n");
    });
  webhook
    .command("list")
    .requiredOption("--bank <bank_id>", "", idFlag)
    .action(async ({ bank }: { bank: string }) => {
      await requireBank(scope, bank);
      const endpoints = await listEndpoints(scope, bank);
      print({ endpoints: endpoints.map(({ id, ...rest }) => ({ endpointId: id, ...rest })) });
    });
}

function addDelivery(program: Command, scope: SystemScope): void {
  program
    .command("delivery")
    .description("what was sent to a bank, attempt by attempt")
    .command("list")
    .requiredOption("--bank <bank_id>", "", idFlag)
    .option("--limit <n>", "", limitFlag, 50)
    .action(async ({ bank, limit }: { bank: string; limit: number }) => {
      await requireBank(scope, bank);
      const deliveries = await listDeliveries(scope, bank, limit);
      print({
        deliveries: deliveries.map(({ id, event, ...rest }) => ({
          deliveryId: id,
          ...event,
          ...rest,
        })),
      });
    });
}

/** Adds the four nouns. */
export function addGifts(program: Command, scope: SystemScope): void {
  addSchool(program, scope);
  addDonation(program, scope);
  addWebhook(program, scope);
  addDelivery(program, scope);
}
