/** Links for a password: asking for one, and emailing it. docs/decisions/0034 has the reasoning. */
import { audit } from "../audit.ts";
import { networkOf } from "../auth/network.ts";
import { hashOfSecret, looksLikeToken, makeOpaqueToken } from "../auth/opaque-tokens.ts";
import type { SystemScope } from "../auth/scopes.ts";
import { Tries, tooManyTries } from "../auth/tries.ts";
import { pool } from "../database/pool.ts";
import { db } from "../database/prisma.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { queueEmail } from "../email/queue.ts";
import { SECRET_PLACEHOLDER } from "../email/secrets.ts";
import { setPasswordEmail } from "../email/templates/set-password.ts";
import { env } from "../env.ts";
import { unlessGone } from "../gone.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { log } from "../log.ts";
import { metrics } from "../metrics.ts";
import { emailKey } from "../text.ts";
import { portal } from "./security-events.ts";
import type { Origin } from "./sign-in.ts";

const PREFIX = "prs";
/** How long a link is good. */
export const LINK_MINUTES = 30;
/** How many passwords a link may have refused. */
export const MOST_REFUSED = 5;
const HOUR = 60 * 60;

const ofNetwork = new Tries({ name: "reset-network", points: 20, seconds: HOUR });
// One requester uses up no address's whole allowance: see MOST_A_DAY.
const ofPair = new Tries({ name: "reset-pair", points: 3, seconds: HOUR });
const ofPairDaily = new Tries({ name: "reset-pair-day", points: 5, seconds: 24 * HOUR });

/** Good links of one person, and links a day; beyond, only where no link is good any more. */
const MOST_GOOD = 5;
const MOST_A_DAY = { proved: 20, unproved: 6 } as const;
/** A link that is good for less than that does not count as one: who asks needs time to use it. */
const MINUTES_TO_USE_IT = 10;
/** So far apart are links beyond the day's to somebody who has never set a password. */
const UNPROVED_EVERY_HOURS = 6;

/**
 * Promises to email a link to the address, if it is a cardholder's. The answer neither says nor shows by
 * its time whether it is: that is looked up later, by the durable function that keeps the promise.
 * @throws ServiceError RATE_LIMITED after too many requests from one network
 */
export async function requestPasswordReset(
  email: string,
  from: Pick<Origin, "address">,
): Promise<Record<string, never>> {
  const network = networkOf(from.address);
  const refusal = await ofNetwork.take(network);
  if (refusal) throw tooManyTries(refusal);
  const pair = JSON.stringify([emailKey(email), network]);
  if (await ofPair.take(pair)) return {};
  if (await ofPairDaily.take(pair)) return {};
  await transaction((tx) =>
    enqueue(tx, [{ name: "cardholder/password-link.requested", data: { email } }]),
  );
  return {};
}

/**
 * Whether another link goes out. Where not, one is in the mailbox that is good for a while: so nobody
 * who asks on somebody's behalf keeps them from a link.
 */
async function mayHaveAnother(
  tx: Transaction,
  cardholderId: string,
  isProved: boolean,
): Promise<boolean> {
  const { rows } = await tx.query<{
    today: number;
    good: number;
    usable: boolean;
    recent: boolean;
  }>(
    `select count(*) filter (where created_at > now() - interval '1 day')::int as today,
       count(*) filter (where is_good)::int as good,
       coalesce(bool_or(is_good and expires_at > now() + make_interval(mins => $3)), false) as usable,
       coalesce(max(created_at) > now() - make_interval(hours => $4), false) as recent
     from reset_token cross join lateral (
       select used_at is null and expires_at > now() and refused_count < $2 as is_good
     ) judged
     where cardholder_id = $1`,
    [cardholderId, MOST_REFUSED, MINUTES_TO_USE_IT, UNPROVED_EVERY_HOURS],
  );
  const { today, good, usable, recent } = rows[0] as (typeof rows)[0];
  if (today < MOST_A_DAY[isProved ? "proved" : "unproved"] && good < MOST_GOOD) return true;
  return !usable && (isProved || !recent);
}

/** Emails the link that was promised. Links from before stay good, until one is used. */
export async function sendPasswordLink(_scope: SystemScope, address: string): Promise<void> {
  const person = await db().cardholder.findUnique({
    where: { emailKey: emailKey(address), role: "cardholder" },
    select: { id: true, email: true, passwordHash: true },
  });
  if (!person) return;
  const { id: cardholderId, email, passwordHash } = person;
  const token = makeOpaqueToken(PREFIX);
  const link = `${env().publicBaseUrl}/set-password?token=${SECRET_PLACEHOLDER}`;
  const mail = await setPasswordEmail({
    link,
    minutes: LINK_MINUTES,
    first: passwordHash === null,
  });
  const queue = async (tx: Transaction) => {
    // One at a time: of two that count at the same moment, both would find room for one.
    await tx.query("select from cardholder where id = $1 for no key update", [cardholderId]);
    if (!(await mayHaveAnother(tx, cardholderId, passwordHash !== null))) {
      metrics().mailsHeld.inc({ limit: "password-link" });
      log().info({ cardholder_id: cardholderId }, "a password link was held");
      return;
    }
    await tx.query(
      `insert into reset_token (token_hash, cardholder_id, expires_at)
       values ($1, $2, now() + make_interval(mins => $3))`,
      [hashOfSecret(token), cardholderId, LINK_MINUTES],
    );
    await audit(portal, "password.request-link", cardholderId, {}, tx);
    const secret = { value: token, seconds: LINK_MINUTES * 60 };
    await queueEmail(tx, { to: email, kind: "password-link", cardholderId, secret, ...mail });
  };
  await unlessGone("cardholder", cardholderId, () => transaction(queue));
}

/** Whether a link would set a password now. Looking does not use it up: mail programs look, too. */
export async function isLinkGood(token: string): Promise<boolean> {
  if (!looksLikeToken(PREFIX, token)) return false;
  const { rowCount } = await pool().query(
    `select from reset_token
     where token_hash = $1 and used_at is null and expires_at > now() and refused_count < $2`,
    [hashOfSecret(token), MOST_REFUSED],
  );
  return rowCount === 1;
}

/**
 * One try of a password with a link. It counts as refused before the password is looked at, so that of
 * many at the same moment no more are looked at than one link may have.
 * @returns whose link it is, while it is good
 */
export async function tryLink(token: string): Promise<string | undefined> {
  if (!looksLikeToken(PREFIX, token)) return undefined;
  const { rows } = await pool().query<{ id: string }>(
    `update reset_token set refused_count = refused_count + 1
     where token_hash = $1 and used_at is null and expires_at > now() and refused_count < $2
     returning cardholder_id as id`,
    [hashOfSecret(token), MOST_REFUSED],
  );
  return rows[0]?.id;
}
