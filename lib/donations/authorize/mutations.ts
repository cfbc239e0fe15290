/**
 * Authorizations: what a bank with an authorization address has to approve before a gift of its customer is
 * accepted. No transaction is open while the bank is asked.
 */
import { v7 as uuidv7 } from "uuid";
import { singleFlight } from "../../batch.ts";
import { transaction } from "../../database/transaction.ts";
import { ServiceError } from "../../errors.ts";
import { metrics } from "../../metrics.ts";
import { type NewEvent, recordEvents } from "../../webhooks/events/record.ts";
import { askBank } from "./ask.ts";
import { EXPIRED, serializeAuthorization, USED_WITHIN_MS } from "./contract.ts";
import { takeSlot } from "./slots.ts";
import {
  type Address,
  type Authorization,
  countRecent,
  decide,
  type ExpiredAuthorization,
  expireAllDue,
  expireById,
  findAddress,
  findById,
  findLive,
  insertRequested,
  type Terms,
} from "./sql.ts";

/** So many authorizations an account can ask for within 24 hours. */
const MOST_A_DAY = 200;
const HOUR_SECONDS = "3600";

type Status = "requested" | "approved" | "used";
const UNUSED: Status[] = ["requested", "approved"];

/** The bank could not be asked, or its approval could not be used. */
export const unavailable = () =>
  new ServiceError("AUTHORIZATION_UNAVAILABLE", { headers: { "Retry-After": "30" } });

function expiredEvent({ bankUserId, ...row }: ExpiredAuthorization): NewEvent {
  return {
    bankId: row.bankId,
    // The donation does not exist.
    donationId: null,
    type: EXPIRED,
    sequence: 0,
    data: { ...serializeAuthorization(row, bankUserId), hold_reference: row.holdReference },
    at: new Date(),
  };
}

/**
 * Expires an authorization that no donation has used, and tells the bank to release what it may hold.
 * @returns false if it was used, declined, or expired before
 */
export function expireAuthorization(id: string, whileStatus: Status[] = UNUSED): Promise<boolean> {
  return transaction(async (tx) => {
    const expired = await expireById({ id, whileStatus }, tx);
    await recordEvents(tx, expired.map(expiredEvent));
    return expired.length > 0;
  });
}

/** Expires approvals that were not used in time, and requests that were abandoned. @returns how many */
export function expireAuthorizations(atMost: number): Promise<number> {
  return transaction(async (tx) => {
    const expired = await expireAllDue({ atMost }, tx);
    await recordEvents(tx, expired.map(expiredEvent));
    return expired.length;
  });
}

/** Whether an authorization is for exactly this gift: the person may have changed it since. */
const isFor = (row: Authorization, terms: Terms): boolean =>
  row.bankId === terms.bankId &&
  row.accountId === terms.accountId &&
  row.schoolId === terms.schoolId &&
  row.amountCents === terms.amountCents &&
  row.points === terms.points;

/** The gift's authorization, of this confirmation or an earlier one, also if its process was killed. */
async function findOrRequest(terms: Terms): Promise<Authorization> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const [live] = await findLive({ donationId: terms.donationId });
    if (live?.status === "used") return live;
    if (live && !live.isOver && isFor(live, terms)) return live;
    if (live) await expireAuthorization(live.id);
    const [recent] = await countRecent(terms);
    if ((recent?.count ?? 0) >= MOST_A_DAY) {
      throw new ServiceError("RATE_LIMITED", { headers: { "Retry-After": HOUR_SECONDS } });
    }
    const [requested] = await insertRequested({ ...terms, id: uuidv7(), livesMs: USED_WITHIN_MS });
    if (requested) return requested;
    // A concurrent confirmation was first.
  }
  throw unavailable();
}

/** Asks the bank, and records what it decides. @returns the authorization as it is then */
async function requestDecision(requested: Authorization, address: Address): Promise<Authorization> {
  const answer = await askBank(requested, address);
  const { id } = requested;
  if (answer === null) {
    await expireAuthorization(id, ["requested"]);
  } else {
    const [decided] = await decide({
      id,
      status: answer.decision,
      holdReference: answer.hold_reference ?? null,
      reason: answer.reason ?? null,
      livesMs: USED_WITHIN_MS,
    });
    if (decided) return decided;
  }
  // A concurrent confirmation may have had an answer first.
  const [current] = await findById({ id });
  return current ?? { ...requested, status: "expired" };
}

async function decisionOn(terms: Terms): Promise<Authorization | null> {
  const [address] = await findAddress(terms);
  // The bank has removed it a moment ago.
  if (!address) return null;
  const found = await findOrRequest(terms);
  return found.status === "requested" ? requestDecision(found, address) : found;
}

async function authorizeOnce(terms: Terms): Promise<string | null> {
  const free = takeSlot(terms.bankId, terms.accountId);
  if (!free) {
    metrics().authorizations.inc({ outcome: "busy" });
    throw unavailable();
  }
  try {
    const decided = await decisionOn(terms);
    if (decided === null) return null;
    if (decided.status === "declined") {
      metrics().authorizations.inc({ outcome: "declined" });
      throw new ServiceError("AUTHORIZATION_DECLINED");
    }
    if (decided.status === "expired") {
      metrics().authorizations.inc({ outcome: "unanswered" });
      throw unavailable();
    }
    metrics().authorizations.inc({ outcome: "approved" });
    return decided.id;
  } finally {
    free();
  }
}

const flight = singleFlight<string | null>();

/**
 * Asks the bank whether it approves a gift. Concurrent confirmations of one gift share the answer; repeated ones, and
 * those of other processes, ask under the same ID.
 * @returns the ID of the approved authorization; null if the bank has no address anymore
 * @throws ServiceError AUTHORIZATION_DECLINED; AUTHORIZATION_UNAVAILABLE if it did not answer; nothing was given
 */
export function authorize(terms: Terms): Promise<string | null> {
  const { donationId, accountId, schoolId, amountCents, points } = terms;
  const key = [donationId, accountId, schoolId, amountCents, points].join(" ");
  return flight(key, () => authorizeOnce(terms));
}
