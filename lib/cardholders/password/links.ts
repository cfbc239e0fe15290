/** Password links: requesting and emailing them. docs/decisions/0034 has the reasoning. */
import { v7 as uuidv7 } from "uuid";
import { audit } from "../../auth/audit.ts";
import { NetworkAttempts, tooManyAttempts } from "../../auth/limits/attempt-limiter.ts";
import { hashOfSecret, hashOfToken, makeOpaqueToken } from "../../auth/tokens/opaque-tokens.ts";
import { inSeconds, now } from "../../database/expressions.ts";
import { db } from "../../database/prisma.ts";
import { affected, run, runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { unlessDeleted } from "../../database/unless-deleted.ts";
import { queueEmail } from "../../email/queue.ts";
import { SECRET_PLACEHOLDER } from "../../email/secrets.ts";
import { setPasswordEmail } from "../../email/templates/notices.ts";
import { env } from "../../env.ts";
import { enqueue, type Jobs } from "../../jobs/enqueue.ts";
import { log } from "../../log.ts";
import { metrics } from "../../metrics.ts";
import { emailKey } from "../../text.ts";
import { portal } from "../security-events.ts";
import type { Origin } from "../sign-in/sign-in.ts";

const PREFIX = "prs";
/** How long a link is valid. */
export const LINK_MINUTES = 30;
/** How many refused passwords a link allows. */
export const MAX_REFUSED = 5;
const HOUR = 60 * 60;

const ofNetwork = new NetworkAttempts({ name: "reset-network", points: 20, seconds: HOUR });
// One requester cannot use up an address's allowance: see MAX_A_DAY.
const ofPair = new NetworkAttempts({ name: "reset-pair", points: 3, seconds: HOUR });
const ofPairDaily = new NetworkAttempts({
  name: "reset-pair-day",
  points: 5,
  seconds: 24 * HOUR,
});

/** Valid links per person, and links per day; beyond that, a link is sent only if none is valid. */
const MAX_GOOD = 5;
const MAX_A_DAY = { verified: 20, unverified: 6 } as const;
/** A link that expires sooner does not count as valid: its recipient needs time to use it. */
const MINUTES_TO_USE_IT = 10;
/** The interval between links beyond the daily limit, for someone who has never set a password. */
const UNVERIFIED_EVERY_HOURS = 6;

/**
 * Requests a link for the address. Neither the response nor its time reveals whether a cardholder has it: a job
 * is enqueued for everybody. It holds an ID, since an Inngest server stores and shows what jobs hold.
 * @param next where the person goes on after they have signed in, encrypted: it is part of the link
 * @throws ServiceError RATE_LIMITED after too many requests from one network
 */
export async function requestPasswordReset(
  email: string,
  from: Pick<Origin, "address">,
  next?: string,
): Promise<Record<string, never>> {
  const refusal = await ofNetwork.consume(from.address);
  if (refusal) throw tooManyAttempts(refusal);
  const target = emailKey(email);
  if (await ofPair.consume(from.address, target)) return {};
  if (await ofPairDaily.consume(from.address, target)) return {};
  const person = await db().cardholder.findUnique({
    where: { emailKey: target, role: "cardholder" },
    select: { id: true },
  });
  const cardholder_id = person?.id ?? uuidv7();
  await transaction((tx) =>
    enqueue(tx, { name: "cardholder/password-link.requested", data: { cardholder_id, next } }),
  );
  return {};
}

/**
 * Whether another link is sent. If not, the mailbox has one that stays valid for a while: so requests by
 * others cannot keep a person from getting a link.
 */
async function mayHaveAnother(
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
  // By the clock that has written them.
  const began = links[0]?.now.getTime() ?? 0;
  const hence = (seconds: number) => new Date(began + seconds * 1_000);
  const today = links.filter(({ createdAt }) => createdAt > hence(-24 * HOUR));
  const good = links.filter(
    ({ expiresAt, usedAt, refusedCount }) =>
      expiresAt > hence(0) && usedAt === null && refusedCount < MAX_REFUSED,
  );
  if (today.length < MAX_A_DAY[isVerified ? "verified" : "unverified"] && good.length < MAX_GOOD) {
    return true;
  }
  if (good.some(({ expiresAt }) => expiresAt > hence(MINUTES_TO_USE_IT * 60))) return false;
  const isRecent = links.some(({ createdAt }) => createdAt > hence(-UNVERIFIED_EVERY_HOURS * HOUR));
  return isVerified || !isRecent;
}

/** Emails the link that was requested. Earlier links stay valid until one is used. */
export async function sendPasswordLink({
  cardholder_id: cardholderId,
  next: onward,
}: Jobs["cardholder/password-link.requested"]): Promise<void> {
  const person = await db().cardholder.findUnique({
    where: { id: cardholderId, role: "cardholder" },
    select: { email: true, passwordHash: true },
  });
  if (!person) return;
  const { email, passwordHash } = person;
  const token = makeOpaqueToken(PREFIX);
  const next = onward ? `&next=${onward}` : "";
  const link = `${env().publicBaseUrl}/set-password?token=${SECRET_PLACEHOLDER}${next}`;
  const letter = setPasswordEmail({
    link,
    minutes: LINK_MINUTES,
    tries: MAX_REFUSED,
    first: passwordHash === null,
  });
  // Two requests that count links concurrently would both find room for one.
  const lock = kysely
    .selectFrom("cardholder")
    .select("id")
    .where("id", "=", cardholderId)
    .forNoKeyUpdate();
  const queue = async (tx: Transaction) => {
    await run(lock, tx);
    if (!(await mayHaveAnother(tx, cardholderId, passwordHash !== null))) {
      metrics().emailsRateLimited.inc({ limit: "password-link" });
      log().info({ cardholder_id: cardholderId }, "a password link was held");
      return;
    }
    const seconds = LINK_MINUTES * 60;
    const made = { tokenHash: hashOfSecret(token), cardholderId, expiresAt: inSeconds(seconds) };
    await affected(kysely.insertInto("resetToken").values(made), tx);
    await audit(tx, portal, "password.request-link", cardholderId);
    const secret = { value: token, seconds };
    await queueEmail(tx, { to: email, kind: "password-link", cardholderId, secret, ...letter });
  };
  await unlessDeleted("cardholder", cardholderId, () => transaction(queue));
}

/**
 * The state of a link: whose it is (null if it has expired, was used, or never existed), and how many passwords can be
 * tried with it. Does not use it up: email programs open links, too.
 */
export async function stateOfLink(
  token: string,
): Promise<{ cardholderId: string | null; triesLeft: number }> {
  const tokenHash = hashOfToken(PREFIX, token);
  if (!tokenHash) return { cardholderId: null, triesLeft: 0 };
  const link = await runForOne(
    kysely
      .selectFrom("resetToken")
      .select(["cardholderId", "refusedCount"])
      .where("tokenHash", "=", tokenHash)
      .where("usedAt", "is", null)
      .where("expiresAt", ">", now),
  );
  if (!link) return { cardholderId: null, triesLeft: 0 };
  const { cardholderId, refusedCount } = link;
  return { cardholderId, triesLeft: Math.max(MAX_REFUSED - refusedCount, 0) };
}

/** Whether a link could set a password now. */
export async function isLinkValid(token: string): Promise<boolean> {
  return (await stateOfLink(token)).triesLeft > 0;
}

/**
 * One attempt to set a password with a link. It counts as refused before the password is checked, so that
 * concurrent attempts cannot exceed the limit.
 * @returns the link's cardholder, while it is valid
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
    .where("refusedCount", "<", MAX_REFUSED)
    .returning("cardholderId");
  return (await runForOne(attempt))?.cardholderId;
}

/** Gives back an attempt whose password was neither refused nor set. */
export async function giveBackAttempt(token: string): Promise<void> {
  await db().resetToken.updateMany({
    where: { tokenHash: hashOfSecret(token), refusedCount: { gt: 0 } },
    data: { refusedCount: { decrement: 1 } },
  });
}
