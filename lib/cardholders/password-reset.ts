/** Setting a password with a link from a mail: the first one, or a new one. */
import { audit } from "../audit.ts";
import { networkOf } from "../auth/network.ts";
import { hashOfSecret, looksLikeToken, makeOpaqueToken } from "../auth/opaque-tokens.ts";
import { problemsOf } from "../auth/password-policy.ts";
import { hashPassword } from "../auth/passwords.ts";
import type { SystemScope } from "../auth/scopes.ts";
import { endAllSessions } from "../auth/sessions.ts";
import { Tries, tooManyTries } from "../auth/tries.ts";
import { db, pool, transaction } from "../db.ts";
import { env } from "../env.ts";
import { InvalidInput, ServiceError } from "../errors.ts";
import { promiseJobs, wakeRelay } from "../events.ts";
import { unlessGone } from "../gone.ts";
import { queueMail } from "../mail/queue.ts";
import { setPasswordMail } from "../mail/templates/set-password.ts";
import { emailKey } from "../text.ts";
import type { ResetPasswordRequest } from "./auth-contract.ts";
import { keepName } from "./mutations.ts";
import { passwordOwner, replacePassword, violationsAt } from "./passwords.ts";
import { noteSecurityEvent, portal } from "./security-events.ts";
import type { Origin } from "./sign-in.ts";

const PREFIX = "prs";
/** How long a link is good. */
export const LINK_MINUTES = 30;
const HOUR = 60 * 60;

const ofNetwork = new Tries({ name: "reset-network", points: 20, seconds: HOUR });
const ofAddress = new Tries({ name: "reset-address", points: 5, seconds: HOUR });

/**
 * Promises to mail a link to the address, if it is a cardholder's. The answer neither says nor shows by
 * its time whether it is: that is looked up later, by the durable function that keeps the promise.
 * @throws ServiceError RATE_LIMITED after too many requests from one network
 */
export async function requestPasswordReset(
  email: string,
  from: Pick<Origin, "address">,
): Promise<Record<string, never>> {
  const refusal = await ofNetwork.take(networkOf(from.address));
  if (refusal) throw tooManyTries(refusal);
  if (await ofAddress.take(emailKey(email))) return {};
  await transaction((tx) =>
    promiseJobs(tx, [{ name: "cardholder/password-link.requested", data: { email } }]),
  );
  wakeRelay();
  return {};
}

/** Mails the link that was promised. Done twice, the second link ends the first. */
export async function sendPasswordLink(_scope: SystemScope, address: string): Promise<void> {
  const person = await db().cardholder.findUnique({
    where: { emailKey: emailKey(address), role: "cardholder" },
    select: { id: true, email: true, passwordHash: true },
  });
  if (!person) return;
  const { id, email, passwordHash } = person;
  const token = makeOpaqueToken(PREFIX);
  const link = `${env().publicBaseUrl}/set-password?token=${token}`;
  const mail = await setPasswordMail({ link, minutes: LINK_MINUTES, first: passwordHash === null });
  const keep = () =>
    transaction(async (tx) => {
      // A new one ends those before it: of several mails only the last one's link works. One at a time,
      // since two that delete and insert at the same moment would both stay.
      await tx.query("select from cardholder where id = $1 for no key update", [id]);
      await tx.query("delete from reset_token where cardholder_id = $1", [id]);
      await tx.query(
        `insert into reset_token (token_hash, cardholder_id, expires_at)
       values ($1, $2, now() + make_interval(mins => $3))`,
        [hashOfSecret(token), id, LINK_MINUTES],
      );
      await audit(portal, "password.request-link", id, {}, tx);
      await queueMail(tx, { to: email, ...mail });
    });
  await unlessGone("cardholder", id, keep);
  wakeRelay();
}

/** Whether a link would set a password now. Looking does not use it up: mail programs look, too. */
export async function isLinkGood(token: string): Promise<boolean> {
  return (await ownerOf(token)) !== undefined;
}

/**
 * Sets the password of whoever has the link. Ends all their sessions; a second factor stays on.
 * @throws ServiceError RESET_TOKEN_INVALID
 * @throws InvalidInput at `body.new_password`, which leaves the link as it was
 */
export async function resetPassword(request: ResetPasswordRequest): Promise<Record<string, never>> {
  const cardholderId = await ownerOf(request.token);
  if (!cardholderId) throw new ServiceError("RESET_TOKEN_INVALID");
  const { passwordHash: from, known } = await passwordOwner(cardholderId);
  const problems = problemsOf(request.new_password, known);
  if (problems.length > 0) throw new InvalidInput(violationsAt(["body", "new_password"], problems));
  const to = await hashPassword(request.new_password);
  await transaction(async (tx) => {
    // Guarded, so that of two requests with one link only one sets its password.
    const { rowCount } = await tx.query(
      `update reset_token set used_at = now()
       where token_hash = $1 and used_at is null and expires_at > now()`,
      [hashOfSecret(request.token)],
    );
    const replaced = rowCount === 1 && (await replacePassword(tx, cardholderId, { from, to }));
    if (!replaced) throw new ServiceError("RESET_TOKEN_INVALID");
    if (from === null) await keepName(tx, cardholderId);
    const endedSessions = await endAllSessions(tx, cardholderId);
    const event = from === null ? "password_set" : "password_changed";
    await noteSecurityEvent(tx, portal, cardholderId, event, { endedSessions });
  });
  wakeRelay();
  return {};
}

/** Whose link it is, while it is good. */
async function ownerOf(token: string): Promise<string | undefined> {
  if (!looksLikeToken(PREFIX, token)) return undefined;
  const { rows } = await pool().query<{ id: string }>(
    `select cardholder_id as id from reset_token
     where token_hash = $1 and used_at is null and expires_at > now()`,
    [hashOfSecret(token)],
  );
  return rows[0]?.id;
}
