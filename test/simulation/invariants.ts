/** What must be true after every simulation. */
import type { Endpoint, SimulatedBank } from "./bank.ts";
import type { DatabaseState, DonationRow, EventRow, LineRow, LinkedRow } from "./database-state.ts";
import type { Scenario } from "./scenario.ts";

/** The number of attempts of a complete schedule. */
const ATTEMPTS = 10;

const SETTLED = {
  completed: "donation.completed",
  failed: "donation.failed",
  canceled: "donation.canceled",
} as const;
const centsOf = (value: string) => Math.round(Number(value) * 100);

/** All violations, in words. */
export function violations(scenario: Scenario, state: DatabaseState): string[] {
  return [
    ...state.wrongSums,
    ...state.failedRuns.map(({ functionId, error }) => `a run of ${functionId} failed: ${error}`),
    ...(state.queuedJobs > 0 ? [`${state.queuedJobs} jobs are left in the outbox`] : []),
    ...unfinished(scenario, state),
    ...donations(scenario, state),
    ...authorizations(scenario, state),
    ...decisions(scenario, state),
    ...scenario.people.flatMap(({ problems }) => problems),
    ...scenario.bookkeeper.problems,
    ...scenario.banks.flatMap((bank) => [
      ...bank.problems,
      ...bank.consents.problems,
      ...linked(bank, state),
      ...webhookViolations(bank, state),
      ...pointsViolations(bank, state),
    ]),
  ];
}

/** Every given gift was approved by the bank, and every other authorization ended as the bank decided or knows. */
function authorizations({ authorizer }: Scenario, state: DatabaseState): string[] {
  const { decisions, problems, name } = authorizer;
  const statusOf = new Map(state.authorizations.map(({ id, status }) => [id, status]));
  const unapproved = state.authorizations
    .filter(({ id, status }) => status === "used" && decisions.get(id) !== "approved")
    .map(({ id }) => `${name} has not approved ${id}, which was used`);
  const forgotten = [...decisions]
    .filter(([id, decision]) => {
      const status = statusOf.get(id);
      return !(status === "expired" || status === (decision === "approved" ? "used" : "declined"));
    })
    .map(([id, decision]) => `${name} has ${decision} ${id}, which is ${statusOf.get(id)}`);
  return [...problems, ...unapproved, ...forgotten];
}

/** The first decision about a gift stands, its processor was told so once, and nobody decided anything else. */
function decisions({ foundation }: Scenario, { lines }: DatabaseState): string[] {
  const { schoolId, sent, told, problems } = foundation;
  const wrong = [...problems];
  const lineOf = new Map(lines.map((line) => [line.donationId, line]));
  const named = sent.flatMap((upload) => ("gifts" in upload ? upload.gifts : []));
  const batchNumbers = sent.flatMap((upload) =>
    "gifts" in upload ? [] : [upload.confirmation_number],
  );
  const isOf = (line: LineRow | undefined, decision: (typeof told)[number]) =>
    line?.confirmationNumber === (decision.confirmation_number ?? null) &&
    line.refusalReason === (decision.refusal_reason ?? null);
  for (const decision of told) {
    const { gift } = decision;
    if (!isOf(lineOf.get(gift), decision)) {
      wrong.push(`${schoolId} was told of ${JSON.stringify(decision)}, which doesn't stand`);
    }
  }
  const decided = lines.filter((line) => line.confirmationNumber ?? line.refusalReason);
  if (foundation.decidedCount() > decided.length) {
    const count = foundation.decidedCount();
    wrong.push(
      `${schoolId} was told of ${count} decisions, but only ${decided.length} gifts are decided`,
    );
  }
  for (const line of decided) {
    const isBatch = batchNumbers.some((number) =>
      line.confirmationNumber?.startsWith(`${number}-`),
    );
    const isNamed = named.some(
      (decision) => decision.gift === line.donationId && isOf(line, decision),
    );
    if (!isBatch && !isNamed) wrong.push(`nobody decided ${JSON.stringify(line)}`);
  }
  return wrong;
}

/** Accounts are linked only by consent, for the person who gave it, and their bank is notified of every change. */
function linked({ tenant, consents, name }: SimulatedBank, state: DatabaseState): string[] {
  const { bankId } = tenant;
  return state.linked
    .filter((account) => account.bankId === bankId)
    .flatMap((account) => {
      const codes = consents.codes.filter(({ accountId }) => accountId === account.id);
      const webhookViolations = state.events
        .filter((event) => event.bankId === bankId && event.donationId === null)
        .map(({ type, body }) => ({ type, data: JSON.parse(body).data }))
        .filter(({ data }) => data.service_user_id === account.id);
      const ofType = (type: string) => webhookViolations.filter((event) => event.type === type);
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

type EventList = { data: Record<string, unknown> }[];

function statusProblem(
  account: LinkedRow,
  codes: { cardholderId: string }[],
  { links, ends }: { links: EventList; ends: EventList },
): string | undefined {
  const isAt = (events: EventList, field: string, at: Date | null) =>
    events.some(({ data }) => data[field] === at?.toISOString());
  switch (account.status) {
    case "active":
      if (!account.isRedeemed) return "no consent was redeemed";
      if (!codes.some(({ cardholderId }) => cardholderId === account.cardholderId)) {
        return "its cardholder hasn't approved";
      }
      return isAt(links, "linked_at", account.linkedAt) ? undefined : "its bank wasn't notified";
    case "unlinked":
      return isAt(ends, "unlinked_at", account.unlinkedAt) ? undefined : "its bank wasn't notified";
    default:
      return account.isRedeemed ? "a consent was redeemed" : undefined;
  }
}

/** Only groups with pushes to a platform that never recovers are still running. */
function unfinished({ platformOf }: Scenario, { unfinishedRuns }: DatabaseState): string[] {
  const isFaulty = ({ school_id: school }: { school_id?: string }) =>
    school !== undefined && platformOf.get(school)?.nature.faulty === true;
  return unfinishedRuns
    .filter(({ data }) => !(data.items ?? [data]).some(isFaulty))
    .map(({ functionId, data }) => `${functionId} is still running: ${JSON.stringify(data)}`);
}

/** Each gift became one donation, and its platform agrees on the outcome. */
function donations(
  { banks, people, platforms, platformOf, lostPushes }: Scenario,
  state: DatabaseState,
): string[] {
  const wrong: string[] = [];
  const submitted = banks.flatMap(({ gifts, tenant }) =>
    gifts.map(
      ({ body, donationId }) => `${tenant.bankId} ${body.bank_transaction_ref} ${donationId}`,
    ),
  );
  const inPortal = people.flatMap(({ gifts, bankId }) =>
    gifts
      .filter(({ outcome }) => outcome === "given")
      .map(({ draft: { donationId } }) => `${bankId} portal:${donationId} ${donationId}`),
  );
  const expected = [...submitted, ...inPortal];
  const given = state.donations.filter(({ redirectedFrom }) => redirectedFrom === null);
  const found = given.map(({ bankId, reference, id }) => `${bankId} ${reference} ${id}`);
  if (expected.sort().join() !== found.sort().join()) {
    wrong.push(`gifts and donations differ:\n${expected.join("\n")}\nand\n${found.join("\n")}`);
  }
  const inBatches = state.lines.map(({ donationId, cents, confirmationNumber }) => ({
    credit_id: confirmationNumber,
    partner_reference: donationId,
    amount: { value: String(cents / 100) },
  }));
  for (const donation of state.donations) {
    const platform = platformOf.get(donation.school);
    // A foundation has credited what it has confirmed.
    const ledger = platform?.credits ?? inBatches.filter(({ credit_id }) => credit_id !== null);
    const credits = ledger.filter((credit) => credit.partner_reference === donation.id);
    const amounts = credits.map(({ amount }) => centsOf(amount.value));
    const voided = (platform?.voids ?? [])
      .filter((one) => one.partner_reference === donation.id)
      .reduce((sum, { amount }) => sum + centsOf(amount.value), 0);
    if (platform && !platform.nature.faulty && voided !== donation.reversedCents) {
      wrong.push(
        `donation ${donation.reference}: ${voided} voided, ${donation.reversedCents} reversed`,
      );
    }
    const problem =
      donationProblem(donation, credits, platform?.nature.faulty ?? false) ??
      (donation.corrections > 0 ? undefined : emailProblem(donation, lostPushes.has(donation.id)));
    if (problem) wrong.push(`donation ${donation.reference} (${donation.id}): ${problem}`);
    if (amounts.some((cents) => cents !== donation.cents)) {
      wrong.push(`donation ${donation.reference}: credited ${amounts}, not ${donation.cents}`);
    }
  }
  const known = new Set(state.donations.map(({ id }) => id));
  for (const { credits } of platforms) {
    for (const { partner_reference } of credits) {
      if (!known.has(partner_reference)) wrong.push(`no donation for credit ${partner_reference}`);
    }
  }
  return wrong;
}

function donationProblem(
  donation: DonationRow,
  credits: { credit_id: string | null }[],
  faulty: boolean,
): string | undefined {
  const { status, creditStatus, creditId, flagged } = donation;
  const count = credits.length;
  if (count > 1) return `the platform has ${count} credits`;
  switch (status) {
    case "completed":
      if (creditStatus !== "credited" || flagged) return `its credit is ${creditStatus}`;
      if (count !== 1) return "the platform has no credit for it";
      return creditId === credits[0]?.credit_id
        ? undefined
        : `the platform has no credit ${creditId}`;
    case "canceled":
      if (creditStatus !== "canceled" && creditStatus !== null)
        return `its credit is ${creditStatus}`;
      return count === 0 ? undefined : "the platform has credited it";
    case "failed":
      if (creditStatus !== "refused") return `its credit is ${creditStatus}`;
      return count === 0 ? undefined : "the platform has credited it";
    case "pending":
      return faulty && flagged ? undefined : `pending, ${flagged ? "" : "not "}flagged`;
  }
}

/**
 * The donor is notified of the outcome once, and gets the receipt once, in the same email, unless the bank has turned
 * notifications off. If the engine loses a run between the settlement and the receipt, the email has no receipt,
 * which can still be read in the portal. If the run is only late, the receipt follows in a separate email.
 */
function emailProblem(donation: DonationRow, isLost: boolean): string | undefined {
  const { status, account, notify } = donation;
  const { outcomeEmails, receiptOnlyEmails, emailsWithReceipt } = donation;
  const shouldNotify = account !== null && notify;
  const expectedEmails = shouldNotify && status !== "pending" ? 1 : 0;
  if (outcomeEmails !== expectedEmails) return `its donor got ${outcomeEmails} outcome emails`;
  const receipts = shouldNotify && status === "completed" ? 1 : 0;
  if (emailsWithReceipt !== receipts && !(isLost && emailsWithReceipt === 0)) {
    return `${emailsWithReceipt} emails contain its receipt`;
  }
  return receiptOnlyEmails > emailsWithReceipt ? `${receiptOnlyEmails} more emails` : undefined;
}

/** The bank got all of its own events and no others, each with one ID and the same bytes. */
function webhookViolations(bank: SimulatedBank, state: DatabaseState): string[] {
  const { bankId } = bank.tenant;
  const events = state.events.filter((event) => event.bankId === bankId);
  const byId = new Map(events.map((event) => [event.id, event]));
  const wrong = state.donations
    .filter((donation) => donation.bankId === bankId)
    .flatMap((donation) => eventViolations(donation, events));
  for (const endpoint of bank.endpoints) {
    for (const { id, body, verified } of endpoint.receiver.received) {
      const { name } = endpoint.receiver;
      const event = byId.get(id);
      if (!event) wrong.push(`${name} got a foreign event: ${body}`);
      else if (event.body !== body) wrong.push(`${name} got different bytes for ${id}: ${body}`);
      if (!verified) wrong.push(`${name} couldn't verify ${id}`);
    }
    for (const event of events) {
      const problem = deliveryProblem(endpoint, event, state);
      if (problem)
        wrong.push(`${event.type} ${event.id} for ${endpoint.receiver.name}: ${problem}`);
    }
  }
  return wrong.map((line) => `${bank.name}: ${line}`);
}

/** A bank that adds up its events has given back every point that no gift of it keeps. */
function pointsViolations({ tenant, name }: SimulatedBank, { donations, events }: DatabaseState) {
  const own = donations.filter(({ bankId }) => bankId === tenant.bankId);
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
  const taken = sum(own.map(({ pointsRedeemed }) => pointsRedeemed));
  const kept = sum(own.map(({ pointsKept }) => pointsKept));
  const returned = events
    .filter(({ bankId }) => bankId === tenant.bankId)
    .map(({ body }) => JSON.parse(body).data.points_to_return ?? 0);
  const wrong = taken - kept - sum(returned);
  return wrong === 0 ? [] : [`${name} has given back ${-wrong} points too many`];
}

/** A donation's events describe its history in order. */
function eventViolations(donation: DonationRow, events: EventRow[]): string[] {
  const own = events.filter(({ donationId }) => donationId === donation.id);
  const all = own.sort((a, b) => a.sequence - b.sequence).map(({ type }) => type);
  const reversed = all.filter((type) => type === "donation.reversed").length;
  const types = all.filter((type) => !type.startsWith("donation.revers"));
  const settled = donation.status === "pending" ? [] : [SETTLED[donation.status]];
  const again = types.length > 1 && donation.recurring ? ["donation.recurrence_due"] : [];
  const asExpected =
    types.join() === [...settled, ...again].join() &&
    reversed > 0 === donation.reversedCents > 0 &&
    own.every(({ sequence }, at) => sequence === at + 1) &&
    donation.sequence === own.length;
  const wrong = asExpected ? [] : [`${donation.reference} is ${donation.status}: ${types.join()}`];
  for (const { type, sequence, body } of own) {
    const { data, type: webhookViolations } = JSON.parse(body);
    const agrees =
      webhookViolations === type &&
      data.sequence === sequence &&
      data.donation_id === donation.id &&
      data.status === donation.status &&
      data.bank_transaction_ref === donation.reference &&
      (data.school_confirmation_id ?? null) === donation.creditId &&
      Math.round(data.dollar_amount * 100) === donation.cents;
    if (!agrees) wrong.push(`${donation.reference} has a wrong event: ${body}`);
  }
  return wrong;
}

function deliveryProblem(
  endpoint: Endpoint,
  event: EventRow,
  state: DatabaseState,
): string | undefined {
  const { receiver, alwaysEnabled } = endpoint;
  const delivery = state.deliveries.find(
    ({ endpointId, eventId }) => endpointId === endpoint.id && eventId === event.id,
  );
  const accepted = receiver.received.some(({ id, accepted }) => id === event.id && accepted);
  if (!delivery) return "not sent";
  switch (delivery.status) {
    case "delivered":
      return accepted ? undefined : "counts as delivered, but the bank hasn't accepted it";
    case "dead": {
      const visible =
        delivery.attempts >= ATTEMPTS || !alwaysEnabled || receiver.nature !== "sound";
      return visible ? undefined : `given up after ${delivery.attempts} attempts`;
    }
    case "skipped":
      // The endpoint must have been disabled: by its bank, or because it is gone or has failed for five days.
      return alwaysEnabled && receiver.nature === "sound" ? "skipped" : undefined;
    case "pending":
      return "still pending";
  }
}

/** After the banks have replayed what they may have missed, no working receiver lacks anything. */
export function missingWebhooks({ banks }: Scenario, state: DatabaseState): string[] {
  return banks.flatMap((bank) =>
    bank.endpoints
      .filter(({ receiver }) => receiver.nature === "sound")
      .flatMap(({ receiver }) => {
        const has = new Set(receiver.received.filter((one) => one.accepted).map(({ id }) => id));
        return state.events
          .filter(({ bankId, id }) => bankId === bank.tenant.bankId && !has.has(id))
          .map(({ type, id }) => `${receiver.name} lacks ${type} ${id}`);
      }),
  );
}
