/** Links for a password: asking for one, and emailing it. docs/decisions/0034 has the reasoning. */
import { audit } from "../../auth/audit.ts";
import { AttemptLimiter, tooManyAttempts } from "../../auth/limits/attempt-limiter.ts";
import { networkOf } from "../../auth/limits/network.ts";
import { hashOfSecret, looksLikeToken, makeOpaqueToken } from "../../auth/tokens/opaque-tokens.ts";
import { db } from "../../database/prisma.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { unlessDeleted } from "../../database/unless-deleted.ts";
import { queueEmail } from "../../email/queue.ts";
import { SECRET_PLACEHOLDER } from "../../email/secrets.ts";
import { setPasswordEmail } from "../../email/templates/set-password.ts";
import { env } from "../../env.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { log } from "../../log.ts";
import { metrics } from "../../metrics.ts";
import { emailKey } from "../../text.ts";
import { portal } from "../security-events.ts";
import type { Origin } from "../sign-in/sign-in.ts";
import { countLinkAttempt, countLinks, findValidLink, insertLink, lockForLinks } from "./sql.ts";

const PREFIX = "prs";
/** How long a link is good. */
export const LINK_MINUTES = 30;
/** How many passwords a link may have refused. */
export const MAX_REFUSED = 5;
const HOUR = 60 * 60;

const ofNetwork = new AttemptLimiter({ name: "reset-network", points: 20, seconds: HOUR });
// One requester uses up no address's whole allowance: see MAX_A_DAY.
const ofPair = new AttemptLimiter({ name: "reset-pair", points: 3, seconds: HOUR });
const ofPairDaily = new AttemptLimiter({ name: "reset-pair-day", points: 5, seconds: 24 * HOUR });

/** Good links of one person, and links a day; beyond, only where no link is good any more. */
const MAX_GOOD = 5;
const MAX_A_DAY = { proved: 20, unproved: 6 } as const;
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
  const refusal = await ofNetwork.consume(network);
  if (refusal) throw tooManyAttempts(refusal);
  const pair = JSON.stringify([emailKey(email), network]);
  if (await ofPair.consume(pair)) return {};
  if (await ofPairDaily.consume(pair)) return {};
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
  const [counted] = await countLinks(
    {
      cardholderId,
      maxRefused: MAX_REFUSED,
      minutesToUseIt: MINUTES_TO_USE_IT,
      recentHours: UNPROVED_EVERY_HOURS,
    },
    tx,
  );
  if (!counted) throw new Error("a count is one row");
  const { today, good, usable, recent } = counted;
  if (today < MAX_A_DAY[isProved ? "proved" : "unproved"] && good < MAX_GOOD) return true;
  return !usable && (isProved || !recent);
}

/** Emails the link that was promised. Links from before stay good, until one is used. */
export async function sendPasswordLink(address: string): Promise<void> {
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
    await lockForLinks({ cardholderId }, tx);
    if (!(await mayHaveAnother(tx, cardholderId, passwordHash !== null))) {
      metrics().mailsHeld.inc({ limit: "password-link" });
      log().info({ cardholder_id: cardholderId }, "a password link was held");
      return;
    }
    await insertLink({ tokenHash: hashOfSecret(token), cardholderId, minutes: LINK_MINUTES }, tx);
    await audit(portal, "password.request-link", cardholderId, {}, tx);
    const secret = { value: token, seconds: LINK_MINUTES * 60 };
    await queueEmail(tx, { to: email, kind: "password-link", cardholderId, secret, ...mail });
  };
  await unlessDeleted("cardholder", cardholderId, () => transaction(queue));
}

/** Whether a link would set a password now. Looking does not use it up: mail programs look, too. */
export async function isLinkValid(token: string): Promise<boolean> {
  if (!looksLikeToken(PREFIX, token)) return false;
  const link = { tokenHash: hashOfSecret(token), maxRefused: MAX_REFUSED };
  return (await findValidLink(link)).length === 1;
}

/**
 * One try of a password with a link. It counts as refused before the password is looked at, so that of
 * many at the same moment no more are looked at than one link may have.
 * @returns whose link it is, while it is good
 */
export async function attemptLink(token: string): Promise<string | undefined> {
  if (!looksLikeToken(PREFIX, token)) return undefined;
  const link = { tokenHash: hashOfSecret(token), maxRefused: MAX_REFUSED };
  const [attempt] = await countLinkAttempt(link);
  return attempt?.cardholderId;
}
