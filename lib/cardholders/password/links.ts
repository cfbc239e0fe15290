/** Password links: requesting and emailing them. docs/decisions/0034 has the reasoning. */
import { v7 as uuidv7 } from "uuid";
import { audit } from "../../auth/audit.ts";
import { NetworkAttempts } from "../../auth/limits/attempt-limiter.ts";
import { hashOfSecret, hashOfToken, makeOpaqueToken } from "../../auth/tokens/opaque-tokens.ts";
import { inSeconds, now } from "../../database/expressions.ts";
import { db } from "../../database/prisma.ts";
import { affected, run, runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { lockCardholder, type Transaction, transaction } from "../../database/transaction.ts";
import { unlessDeleted } from "../../database/unless-deleted.ts";
import { queueEmail } from "../../email/queue.ts";
import { SECRET_PLACEHOLDER } from "../../email/secrets.ts";
import { setPasswordEmail } from "../../email/templates/notices.ts";
import { env } from "../../env.ts";
import { tooManyAttempts } from "../../errors.ts";
import { enqueue, type Jobs } from "../../jobs/enqueue.ts";
import { log } from "../../log.ts";
import { metrics } from "../../metrics.ts";
import { emailKey } from "../../text.ts";
import { isMember } from "../profile/sql.ts";
import { PORTAL } from "../security-events.ts";
import type { Client } from "../sign-in/sign-in.ts";

const PREFIX = "prs";
export const LINK_MINUTES = 30;
/** How many refused passwords a link allows. */
export const MAX_REFUSED_PASSWORDS = 5;
const HOUR = 60 * 60;

const networkRequests = new NetworkAttempts({ name: "reset-network", points: 20, seconds: HOUR });
// Below DAILY_MAX, so one requester can't use up an email address's allowance.
const pairRequests = new NetworkAttempts({ name: "reset-pair", points: 3, seconds: HOUR });
const dailyPairRequests = new NetworkAttempts({
  name: "reset-pair-day",
  points: 5,
  seconds: 24 * HOUR,
});

/** Limits per person. Beyond them, a link is sent only if no other stays valid for MIN_MINUTES_LEFT. */
const MAX_VALID = 5;
const DAILY_MAX = { verified: 20, unverified: 6 } as const;
/** Enough time for the recipient to use a link. */
const MIN_MINUTES_LEFT = 10;
/** Beyond the limits, the interval between links to someone who has never set a password. */
const UNVERIFIED_HOURS = 6;

/**
 * Requests a link for an email address. A job is enqueued whether or not the address is known, so neither the
 * response nor its timing reveals it. The job contains only an ID, since an Inngest server stores and shows job data.
 * @param next where to continue after signing in, encrypted, since it becomes part of the link
 * @throws ServiceError RATE_LIMITED after too many requests from one network
 */
export async function requestPasswordReset(
  email: string,
  { address }: Pick<Client, "address">,
  next?: string,
): Promise<Record<string, never>> {
  const refusal = await networkRequests.consume(address);
  if (refusal) throw tooManyAttempts(refusal);
  const target = emailKey(email);
  if (await pairRequests.consume(address, target)) return {};
  if (await dailyPairRequests.consume(address, target)) return {};
  const person = await db().cardholder.findUnique({
    where: { emailKey: target },
    select: { id: true },
  });
  const cardholder_id = person?.id ?? uuidv7();
  await transaction(async (tx) =>
    enqueue(tx, { name: "cardholder/password-link.requested", data: { cardholder_id, next } }),
  );
  return {};
}

/**
 * Whether another link may be sent. If not, the person has one that stays valid for a while or, without a password,
 * gets the next within UNVERIFIED_HOURS: others' requests can't keep them from getting a link.
 */
async function canSendLink(
  tx: Transaction,
  cardholderId: string,
  isVerified: boolean,
): Promise<boolean> {
  const links = await run(
    kysely
      .selectFrom("resetToken")
      .select(["createdAt", "expiresAt", "usedAt", "refusedCount", now.as("now")])
      .where("cardholderId", "=", cardholderId),
    tx,
  );
  // The database's clock, which also set the links' times.
  const nowMs = links[0]?.now.getTime() ?? 0;
  const fromNow = (seconds: number) => new Date(nowMs + seconds * 1_000);
  const today = links.filter(({ createdAt }) => createdAt > fromNow(-24 * HOUR));
  const valid = links.filter(
    ({ expiresAt, usedAt, refusedCount }) =>
      expiresAt > fromNow(0) && usedAt === null && refusedCount < MAX_REFUSED_PASSWORDS,
  );
  const maxToday = DAILY_MAX[isVerified ? "verified" : "unverified"];
  if (today.length < maxToday && valid.length < MAX_VALID) return true;
  if (valid.some(({ expiresAt }) => expiresAt > fromNow(MIN_MINUTES_LEFT * 60))) return false;
  const isRecent = links.some(({ createdAt }) => createdAt > fromNow(-UNVERIFIED_HOURS * HOUR));
  return isVerified || !isRecent;
}

/**
 * Issues a link's token. Only for whoever has proved the person's address: by receiving an email with the token, or by
 * having just used one that was emailed to it.
 */
export async function issueLinkToken(tx: Transaction, cardholderId: string): Promise<string> {
  const token = makeOpaqueToken(PREFIX);
  const expiresAt = inSeconds(LINK_MINUTES * 60);
  const row = { tokenHash: hashOfSecret(token), cardholderId, expiresAt };
  await affected(kysely.insertInto("resetToken").values(row), tx);
  return token;
}

/** Emails the link that was requested. Earlier links stay valid until one is used. */
export async function sendPasswordLink({
  cardholder_id: cardholderId,
  next,
}: Jobs["cardholder/password-link.requested"]): Promise<void> {
  const person = await db().cardholder.findUnique({
    where: { id: cardholderId },
    select: { email: true, passwordHash: true, memberships: { select: { id: true }, take: 1 } },
  });
  if (!person) return;
  const { email, passwordHash, memberships } = person;
  const query = `token=${SECRET_PLACEHOLDER}${next ? `&next=${next}` : ""}`;
  const link = `${env().publicBaseUrl}/set-password?${query}`;
  const content = setPasswordEmail({
    link,
    minutes: LINK_MINUTES,
    tries: MAX_REFUSED_PASSWORDS,
    first: passwordHash === null,
    isMember: memberships.length > 0,
  });
  const queue = async (tx: Transaction) => {
    // Without the lock, two concurrent jobs could each find room for one more link.
    await lockCardholder(tx, cardholderId);
    if (!(await canSendLink(tx, cardholderId, passwordHash !== null))) {
      metrics().emailsRateLimited.inc({ limit: "password-link" });
      log().info({ cardholder_id: cardholderId }, "password link rate limited");
      return;
    }
    const token = await issueLinkToken(tx, cardholderId);
    await audit(tx, PORTAL, "password.request-link", cardholderId);
    const secret = { value: token, seconds: LINK_MINUTES * 60 };
    await queueEmail(tx, { to: email, kind: "password-link", cardholderId, secret, ...content });
  };
  await unlessDeleted("cardholder", cardholderId, () => transaction(queue));
}

/**
 * A link's cardholder (null if it has expired, was used, or never existed), whether they are in a team, and how many
 * more passwords can be tried.
 * Doesn't use the link up, since email programs open links, too.
 */
export async function readLinkState(
  token: string,
): Promise<{ cardholderId: string | null; email: string; isMember: boolean; triesLeft: number }> {
  const tokenHash = hashOfToken(PREFIX, token);
  const invalid = { cardholderId: null, email: "", isMember: false, triesLeft: 0 };
  if (!tokenHash) return invalid;
  const link = await runForOne(
    kysely
      .selectFrom("resetToken as t")
      .innerJoin("cardholder as c", "c.id", "t.cardholderId")
      .select((of) => [
        "t.cardholderId",
        "c.email",
        "t.refusedCount",
        isMember(of.ref("t.cardholderId")).as("isMember"),
      ])
      .where("tokenHash", "=", tokenHash)
      .where("usedAt", "is", null)
      .where("expiresAt", ">", now),
  );
  if (!link) return invalid;
  const { refusedCount, ...owner } = link;
  return { ...owner, triesLeft: Math.max(MAX_REFUSED_PASSWORDS - refusedCount, 0) };
}

export async function isLinkValid(token: string): Promise<boolean> {
  return (await readLinkState(token)).triesLeft > 0;
}

/**
 * Counts an attempt to set a password with a link. It counts as refused before the password is checked, so concurrent
 * attempts can't exceed the limit.
 * @returns the link's cardholder, or undefined if it's no longer valid
 */
export async function attemptLink(token: string): Promise<string | undefined> {
  const tokenHash = hashOfToken(PREFIX, token);
  if (!tokenHash) return undefined;
  const attempt = kysely
    .updateTable("resetToken")
    .set((of) => ({ refusedCount: of("refusedCount", "+", 1) }))
    .where("tokenHash", "=", tokenHash)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", now)
    .where("refusedCount", "<", MAX_REFUSED_PASSWORDS)
    .returning("cardholderId");
  return (await runForOne(attempt))?.cardholderId;
}

/** Takes back an attempt whose password was neither refused nor set. */
export async function uncountLinkAttempt(token: string): Promise<void> {
  await db().resetToken.updateMany({
    where: { tokenHash: hashOfSecret(token), refusedCount: { gt: 0 } },
    data: { refusedCount: { decrement: 1 } },
  });
}
