/**
 * Authorizations: a bank with an authorization address has to approve its customers' gifts before they're accepted. No
 * transaction is open during the request.
 */
import { v7 as uuidv7 } from "uuid";
import { singleFlight } from "../../batch.ts";
import { onlyRow } from "../../database/run.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { ServiceError } from "../../errors.ts";
import { metrics } from "../../metrics.ts";
import { perProcess } from "../../singleton.ts";
import { type NewEvent, recordEvents } from "../../webhooks/events/record.ts";
import { requestApproval } from "./authorization-request.ts";
import { APPROVAL_TTL_MS, EXPIRED, serializeAuthorization } from "./contract.ts";
import * as sql from "./sql.ts";

/** How many authorizations an account can request within 24 hours. */
const MAX_REQUESTS_PER_DAY = 200;
const HOUR_SECONDS = "3600";

type Status = "requested" | "approved" | "used";
const UNUSED: Status[] = ["requested", "approved"];

/** The bank couldn't be asked, or its approval couldn't be used. */
export const authorizationUnavailable = () =>
  new ServiceError("AUTHORIZATION_UNAVAILABLE", { headers: { "Retry-After": "30" } });

function expiredEvent({ bankUserId, ...row }: sql.ExpiredAuthorization): NewEvent {
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

const expire = (statement: (tx: Transaction) => Promise<sql.ExpiredAuthorization[]>) =>
  transaction(async (tx) => {
    const expired = await statement(tx);
    await recordEvents(tx, expired.map(expiredEvent));
    return expired.length;
  });

/**
 * Expires an authorization that no donation used, and tells the bank to release any points it holds.
 * @returns false if it was already used, declined, or expired
 */
export const expireAuthorization = async (id: string, whileStatus = UNUSED): Promise<boolean> =>
  (await expire((tx) => sql.expireById({ id, whileStatus }, tx))) > 0;

/** Expires approvals not used in time, and abandoned requests. @returns how many */
export const expireAuthorizations = (atMost: number): Promise<number> =>
  expire((tx) => sql.expireAllDue({ atMost }, tx));

/** Whether an authorization is for exactly this gift, which may have changed since. */
const matchesTerms = (row: sql.Authorization, terms: sql.AuthorizationTerms): boolean =>
  row.bankId === terms.bankId &&
  row.accountId === terms.accountId &&
  row.schoolId === terms.schoolId &&
  row.amountCents === terms.amountCents &&
  row.points === terms.points;

/** The gift's authorization from an earlier confirmation, even one whose process was killed; otherwise a new one. */
async function findOrRequest(terms: sql.AuthorizationTerms): Promise<sql.Authorization> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const [live] = await sql.findLive({ donationId: terms.donationId });
    if (live?.status === "used") return live;
    if (live && !live.isExpired && matchesTerms(live, terms)) return live;
    if (live) await expireAuthorization(live.id);
    const { count } = onlyRow(await sql.countRecentRequests(terms));
    if (count >= MAX_REQUESTS_PER_DAY) {
      throw new ServiceError("RATE_LIMITED", { headers: { "Retry-After": HOUR_SECONDS } });
    }
    const added = { ...terms, id: uuidv7(), ttlMs: APPROVAL_TTL_MS };
    const [requested] = await sql.insertRequested(added);
    if (requested) return requested;
    // A concurrent confirmation inserted one first.
  }
  throw authorizationUnavailable();
}

/** Asks the bank, and records its decision. @returns the current authorization */
async function requestDecision(
  requested: sql.Authorization,
  address: sql.AuthorizationAddress,
): Promise<sql.Authorization> {
  const answer = await requestApproval(requested, address);
  const { id } = requested;
  if (answer === null) {
    await expireAuthorization(id, ["requested"]);
  } else {
    const [decided] = await sql.recordDecision({
      id,
      status: answer.decision,
      holdReference: answer.hold_reference ?? null,
      reason: answer.reason ?? null,
      ttlMs: APPROVAL_TTL_MS,
    });
    if (decided) return decided;
  }
  // A concurrent confirmation may have received the decision first.
  const [current] = await sql.findById({ id });
  return current ?? { ...requested, status: "expired" };
}

// Concurrent requests per process are limited, so that a bank that hangs delays only its own gifts.
const MAX_PER_BANK = 32;
const MAX_PER_ACCOUNT = 2;
const MAX_TOTAL = 256;

/** The slots in use, by bank, by account, and in all. */
export const slotsInUse = perProcess("authorization slots", () => new Map<string, number>());

/** Acquires a slot. @returns a function that releases it; null if the account, bank, or process has none left */
function acquireSlot(bankId: string, accountId: string): (() => void) | null {
  const counts = slotsInUse();
  const limits: [name: string, max: number][] = [
    [`bank ${bankId}`, MAX_PER_BANK],
    [`account ${accountId}`, MAX_PER_ACCOUNT],
    ["all", MAX_TOTAL],
  ];
  if (limits.some(([name, max]) => (counts.get(name) ?? 0) >= max)) return null;
  for (const [name] of limits) counts.set(name, (counts.get(name) ?? 0) + 1);
  return () => {
    for (const [name] of limits) {
      const left = (counts.get(name) ?? 0) - 1;
      if (left > 0) counts.set(name, left);
      else counts.delete(name);
    }
  };
}

/** What a bank's decision counts as, unless it's an approval. */
const OUTCOMES: Record<string, string> = { declined: "declined", expired: "unanswered" };

async function authorizeOnce(terms: sql.AuthorizationTerms): Promise<string | null> {
  const count = (outcome: string) => metrics().authorizations.inc({ outcome });
  const releaseSlot = acquireSlot(terms.bankId, terms.accountId);
  if (!releaseSlot) {
    count("busy");
    throw authorizationUnavailable();
  }
  try {
    const [address] = await sql.findAddress(terms);
    // The bank has just removed it.
    if (!address) return null;
    const found = await findOrRequest(terms);
    const decided = found.status === "requested" ? await requestDecision(found, address) : found;
    count(OUTCOMES[decided.status] ?? "approved");
    if (decided.status === "declined") throw new ServiceError("AUTHORIZATION_DECLINED");
    if (decided.status === "expired") throw authorizationUnavailable();
    return decided.id;
  } finally {
    releaseSlot();
  }
}

const flight = singleFlight<string | null>();

/**
 * Asks the bank whether it approves a gift. Concurrent confirmations of one gift share the request; later ones, and
 * those in other processes, repeat it under the same ID.
 * @returns the ID of the approved authorization; null if the bank no longer has an address
 * @throws ServiceError AUTHORIZATION_DECLINED; AUTHORIZATION_UNAVAILABLE without a valid response
 */
export function authorize(terms: sql.AuthorizationTerms): Promise<string | null> {
  const { donationId, accountId, schoolId, amountCents, points } = terms;
  const key = [donationId, accountId, schoolId, amountCents, points].join(" ");
  return flight(key, () => authorizeOnce(terms));
}
