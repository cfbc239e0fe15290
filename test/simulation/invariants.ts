/** What must be true after every simulation, whatever happened in it. */
import type { Endpoint, SimulatedBank } from "./bank.ts";
import type { DatabaseState, DonationRow, EventRow, LinkedRow } from "./database-state.ts";
import type { Scenario } from "./scenario.ts";

/** The number of attempts of a complete schedule. */
const ATTEMPTS = 10;

const SETTLED = { completed: "donation.completed", failed: "donation.failed" } as const;
const centsOf = (value: string) => Math.round(Number(value) * 100);

/** All violations, in words. */
export function violations(scenario: Scenario, books: DatabaseState): string[] {
  return [
    ...books.wrongSums,
    ...books.failedRuns.map(({ functionId, error }) => `a run of ${functionId} failed: ${error}`),
    ...(books.promised > 0 ? [`${books.promised} promises are left in the outbox`] : []),
    ...unfinished(scenario, books),
    ...donations(scenario, books),
    ...authorizations(scenario, books),
    ...scenario.people.flatMap(({ complaints }) => complaints),
    ...scenario.banks.flatMap((bank) => [
      ...bank.complaints,
      ...bank.consents.complaints,
      ...linked(bank, books),
      ...told(bank, books),
    ]),
  ];
}

/** The bank has approved what was given, and knows of the end of all else that it was asked about. */
function authorizations({ authorizer }: Scenario, books: DatabaseState): string[] {
  const { decisions, complaints, name } = authorizer;
  const statusOf = new Map(books.authorizations.map(({ id, status }) => [id, status]));
  const unapproved = books.authorizations
    .filter(({ id, status }) => status === "used" && decisions.get(id) !== "approved")
    .map(({ id }) => `${name} has not approved ${id}, which was used`);
  const forgotten = [...decisions]
    .filter(([id, decision]) => {
      const status = statusOf.get(id);
      return !(status === "expired" || status === (decision === "approved" ? "used" : "declined"));
    })
    .map(([id, decision]) => `${name} has ${decision} ${id}, which is ${statusOf.get(id)}`);
  return [...complaints, ...unapproved, ...forgotten];
}

/** Accounts are linked by consent only, for the person who gave it, and their bank was told of every change. */
function linked({ tenant, consents, name }: SimulatedBank, books: DatabaseState): string[] {
  const { bankId } = tenant;
  return books.linked
    .filter((account) => account.bankId === bankId)
    .flatMap((account) => {
      const codes = consents.codes.filter(({ accountId }) => accountId === account.id);
      const told = books.events
        .filter((event) => event.bankId === bankId && event.donationId === null)
        .map(({ type, body }) => ({ type, data: JSON.parse(body).data }))
        .filter(({ data }) => data.service_user_id === account.id);
      const ofType = (type: string) => told.filter((event) => event.type === type);
      const links = ofType("account.linked");
      const wrong: string[] = [];
      const seen = codes.filter(({ redeemed }) => redeemed > 0).length;
      const tried = codes.filter(({ requested }) => requested > 0).length;
      if (links.length < seen || links.length > tried) {
        wrong.push(`linked ${links.length} times, with ${seen} to ${tried} codes`);
      }
      const problem = statusProblem(account, codes, { links, ends: ofType("account.unlinked") });
      if (problem) wrong.push(problem);
      return wrong.map((line) => `${name}: account ${account.id} is ${account.status}: ${line}`);
    });
}

type Told = { data: Record<string, unknown> }[];

function statusProblem(
  account: LinkedRow,
  codes: { cardholderId: string }[],
  { links, ends }: { links: Told; ends: Told },
): string | undefined {
  const isAt = (events: Told, field: string, at: Date | null) =>
    events.some(({ data }) => data[field] === at?.toISOString());
  switch (account.status) {
    case "active":
      if (!account.isRedeemed) return "no consent was redeemed";
      if (!codes.some(({ cardholderId }) => cardholderId === account.cardholderId)) {
        return "whoever has it has not approved";
      }
      return isAt(links, "linked_at", account.linkedAt) ? undefined : "its bank was not told";
    case "unlinked":
      return isAt(ends, "unlinked_at", account.unlinkedAt) ? undefined : "its bank was not told";
    default:
      return account.isRedeemed ? "a consent was redeemed" : undefined;
  }
}

/** Only groups with pushes to a platform that never recovers continue. */
function unfinished({ platformOf }: Scenario, { unfinishedRuns }: DatabaseState): string[] {
  const isRotten = ({ school_id: school }: { school_id?: string }) =>
    school !== undefined && platformOf.get(school)?.nature.rotten === true;
  return unfinishedRuns
    .filter(({ data }) => !(data.items ?? []).some(isRotten))
    .map(({ functionId, data }) => `${functionId} goes on: ${JSON.stringify(data)}`);
}

/** Each gift became one donation, and its platform agrees on the outcome. */
function donations(
  { banks, people, platforms, platformOf, lostPushes }: Scenario,
  books: DatabaseState,
): string[] {
  const wrong: string[] = [];
  const submitted = banks.flatMap(({ gifts, tenant }) =>
    gifts.map(
      ({ body, donationId }) => `${tenant.bankId} ${body.bank_transaction_ref} ${donationId}`,
    ),
  );
  const given = people.flatMap(({ gifts, bankId }) =>
    gifts
      .filter(({ outcome }) => outcome === "given")
      .map(({ draft: { donationId } }) => `${bankId} portal:${donationId} ${donationId}`),
  );
  const expected = [...submitted, ...given];
  const found = books.donations.map(({ bankId, reference, id }) => `${bankId} ${reference} ${id}`);
  if (expected.sort().join() !== found.sort().join()) {
    wrong.push(`gifts and donations differ:\n${expected.join("\n")}\nand\n${found.join("\n")}`);
  }
  for (const donation of books.donations) {
    const platform = platformOf.get(donation.school);
    const credits = platform?.credits.filter((credit) => credit.partner_reference === donation.id);
    const amounts = (credits ?? []).map(({ amount }) => centsOf(amount.value));
    const problem =
      problemOf(donation, credits ?? [], platform?.nature.rotten ?? false) ??
      emailProblem(donation, lostPushes.has(donation.id));
    if (problem) wrong.push(`donation ${donation.reference} (${donation.id}): ${problem}`);
    if (amounts.some((cents) => cents !== donation.cents)) {
      wrong.push(`donation ${donation.reference}: credited ${amounts}, not ${donation.cents}`);
    }
  }
  const known = new Set(books.donations.map(({ id }) => id));
  for (const { credits } of platforms) {
    for (const { partner_reference } of credits) {
      if (!known.has(partner_reference)) wrong.push(`nobody gave ${partner_reference}`);
    }
  }
  return wrong;
}

function problemOf(
  donation: DonationRow,
  credits: { credit_id: string }[],
  rotten: boolean,
): string | undefined {
  const { status, creditStatus, creditId, flagged } = donation;
  const count = credits.length;
  if (count > 1) return `the platform has ${count} credits`;
  switch (status) {
    case "completed":
      if (creditStatus !== "credited" || flagged) return `its credit is ${creditStatus}`;
      if (count !== 1) return "the platform knows nothing of it";
      return creditId === credits[0]?.credit_id
        ? undefined
        : `the platform does not know ${creditId}`;
    case "failed":
      if (creditStatus !== "refused") return `its credit is ${creditStatus}`;
      return count === 0 ? undefined : "the platform has credited it all the same";
    case "pending":
      return rotten && flagged ? undefined : `pending, ${flagged ? "" : "not "}flagged`;
  }
}

/**
 * The donor is told the outcome once, and has the receipt once, in the same email, unless the bank has turned
 * notifications off. If the engine loses a run between the settlement and the receipt, the email goes out without
 * it; the receipt can still be read. If the run only came late, the receipt follows in an email of its own.
 */
function emailProblem(donation: DonationRow, lost: boolean): string | undefined {
  const { status, account, notify } = donation;
  const { outcomeEmails, receiptOnlyEmails, emailsWithReceipt } = donation;
  const isToBeTold = account !== null && notify;
  const told = isToBeTold && status !== "pending" ? 1 : 0;
  if (outcomeEmails !== told) return `its giver was told ${outcomeEmails} times`;
  const receipts = isToBeTold && status === "completed" ? 1 : 0;
  if (emailsWithReceipt !== receipts && !(lost && emailsWithReceipt === 0)) {
    return `${emailsWithReceipt} emails had its receipt`;
  }
  return receiptOnlyEmails > emailsWithReceipt ? `${receiptOnlyEmails} more emails` : undefined;
}

/** The bank has all of its own events, each under one id and with the same bytes. */
function told(bank: SimulatedBank, books: DatabaseState): string[] {
  const { bankId } = bank.tenant;
  const events = books.events.filter((event) => event.bankId === bankId);
  const byId = new Map(events.map((event) => [event.id, event]));
  const wrong = books.donations
    .filter((donation) => donation.bankId === bankId)
    .flatMap((donation) => lifeOf(donation, events));
  for (const endpoint of bank.endpoints) {
    for (const { id, body, verified } of endpoint.receiver.received) {
      const { name } = endpoint.receiver;
      const event = byId.get(id);
      if (!event) wrong.push(`${name} has had what is not its own: ${body}`);
      else if (event.body !== body) wrong.push(`${name} has had other bytes of ${id}: ${body}`);
      if (!verified) wrong.push(`${name} could not verify ${id}`);
    }
    for (const event of events) {
      const problem = deliveryProblem(endpoint, event, books);
      if (problem)
        wrong.push(`${event.type} ${event.id} for ${endpoint.receiver.name}: ${problem}`);
    }
  }
  return wrong.map((line) => `${bank.name}: ${line}`);
}

/** A donation's events describe its history in order. */
function lifeOf(donation: DonationRow, events: EventRow[]): string[] {
  const own = events.filter(({ donationId }) => donationId === donation.id);
  const types = own.sort((a, b) => a.sequence - b.sequence).map(({ type }) => type);
  const settled = donation.status === "pending" ? [] : [SETTLED[donation.status]];
  const again = types.length > 1 && donation.recurring ? ["donation.recurrence_due"] : [];
  const asExpected =
    types.join() === [...settled, ...again].join() &&
    own.every(({ sequence }, at) => sequence === at + 1) &&
    donation.sequence === own.length;
  const wrong = asExpected ? [] : [`${donation.reference} is ${donation.status}: ${types.join()}`];
  for (const { type, sequence, body } of own) {
    const { data, type: told } = JSON.parse(body);
    const agrees =
      told === type &&
      data.sequence === sequence &&
      data.donation_id === donation.id &&
      data.status === donation.status &&
      data.bank_transaction_ref === donation.reference &&
      (data.school_confirmation_id ?? null) === donation.creditId &&
      Math.round(data.dollar_amount * 100) === donation.cents;
    if (!agrees) wrong.push(`${donation.reference} was told otherwise than it is: ${body}`);
  }
  return wrong;
}

function deliveryProblem(
  endpoint: Endpoint,
  event: EventRow,
  books: DatabaseState,
): string | undefined {
  const { receiver, alwaysEnabled } = endpoint;
  const delivery = books.deliveries.find(
    ({ endpointId, eventId }) => endpointId === endpoint.id && eventId === event.id,
  );
  const taken = receiver.received.some(({ id, taken }) => id === event.id && taken);
  // It can have been registered, or enabled, after the event only if it was disabled before.
  if (!delivery) return alwaysEnabled && receiver.nature !== "gone" ? "not sent" : undefined;
  switch (delivery.status) {
    case "delivered":
      return taken ? undefined : "counts as delivered, and the bank has not taken it";
    case "dead": {
      const visible =
        delivery.attempts >= ATTEMPTS || !alwaysEnabled || receiver.nature !== "sound";
      return visible ? undefined : `given up after ${delivery.attempts} attempts`;
    }
    case "pending":
      return "still pending";
  }
}

/** After the banks have replayed what they may have missed, no working receiver lacks anything. */
export function missing({ banks }: Scenario, books: DatabaseState): string[] {
  return banks.flatMap((bank) =>
    bank.endpoints
      .filter(({ receiver }) => receiver.nature === "sound")
      .flatMap(({ receiver }) => {
        const has = new Set(receiver.received.filter(({ taken }) => taken).map(({ id }) => id));
        return books.events
          .filter(({ bankId, id }) => bankId === bank.tenant.bankId && !has.has(id))
          .map(({ type, id }) => `${receiver.name} lacks ${type} ${id}`);
      }),
  );
}
