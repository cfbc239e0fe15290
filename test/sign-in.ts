/** Cardholders with passwords and second factors, for sign-in tests. */
import { randomBytes } from "node:crypto";
import { acceptAllLinks } from "#lib/accounts/acceptance/accept.ts";
import { HASHING_LIMITS, hashingQueue, hashPassword } from "#lib/auth/passwords/hashing.ts";
import type { SessionScope } from "#lib/auth/scopes.ts";
import { scopeOfFamily } from "#lib/auth/sessions.ts";
import { signAccessToken } from "#lib/auth/tokens/access-tokens.ts";
import { beginEnrollment, confirmEnrollment } from "#lib/cardholders/mfa/mutations.ts";
import { requestPasswordReset, sendPasswordLink } from "#lib/cardholders/password/links.ts";
import { resetPassword } from "#lib/cardholders/password/reset.ts";
import { signIn } from "#lib/cardholders/sign-in/sign-in.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import type { Jobs } from "#lib/jobs/enqueue.ts";
import { type Cardholder, makeCardholder } from "./factories.ts";
import { recordSecrets } from "./logs.ts";
import { openSession } from "./open-session.ts";
import { totpCodeAt } from "./totp.ts";

export const PASSWORD = "a password that nobody guesses";
recordSecrets([PASSWORD]);

// Argon2 is slow on purpose, so one hash is shared by every person of a test file.
const HASH = hashPassword(PASSWORD);

/** A random IP address, so that tests don't share attempt limits. */
export const randomAddress = () => `10.${[...randomBytes(3)].join(".")}`;

/** A cardholder who has just set a password with a link (null for none). */
export async function makePerson(password: string | null = PASSWORD): Promise<Cardholder> {
  const person = await makeCardholder();
  const passwordHash =
    password === PASSWORD ? await HASH : password && (await hashPassword(password));
  const data = { passwordHash, passwordResetAt: new Date() };
  await db().cardholder.update({ where: { id: person.cardholderId }, data });
  return person;
}

/** Signs in from a random address. */
export function signInAs(email: string, password = PASSWORD, mfaCode?: string) {
  return signIn({ email, password, mfaCode }, { address: randomAddress(), userAgent: "Test/1" });
}

/** Enables the second factor. `codeAt(n)` is the code n steps from now; earlier ones are used up. */
export async function enrollInMfa(person: Cardholder) {
  const enrolled = await beginEnrollment(person.scope, PASSWORD);
  if (typeof enrolled === "string") throw new Error(enrolled);
  const codeAt = (step: number) =>
    totpCodeAt(enrolled.secret, new Date(Date.now() + step * 30_000));
  const recoveryCodes = await confirmEnrollment(person.scope, codeAt(0));
  if (!Array.isArray(recoveryCodes)) throw new Error("the code was rejected");
  // Uses up the previous code, so that the current one is still valid.
  const { cardholderId } = person;
  await db().totp.update({ where: { cardholderId }, data: { lastStep: { decrement: 1 } } });
  await rereadSession(person);
  return { ...enrolled, codeAt, recoveryCodes };
}

/** Someone's session, as their next request finds it. */
export async function rereadSession<Scope extends SessionScope>(of: { scope: Scope }) {
  const { scope } = of;
  const found = await scopeOfFamily(scope.familyId);
  if (!found) throw new Error("the session isn't open");
  of.scope = found as Scope;
}

/** Makes the second factor of someone's session one that was proved too long ago. */
export async function forgetProof(of: { scope: SessionScope }): Promise<void> {
  const verifiedAt = new Date(Date.now() - 10 * 60_000 - 1_000);
  await db().sessionFamily.update({ where: { id: of.scope.familyId }, data: { verifiedAt } });
  await rereadSession(of);
}

/** Fills password hashing's slots and queue, each from a different network. @returns a function that frees them */
export function fillHashingQueue(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const capacity = HASHING_LIMITS.concurrency + HASHING_LIMITS.waiting;
  const occupied = Array.from({ length: capacity }, (_, n) =>
    hashingQueue().run([`network ${n}`], () => promise),
  );
  return async () => {
    resolve();
    await Promise.all(occupied);
  };
}

/** The audit actions of a subject, oldest first. */
export async function allAuditActions(subject: string): Promise<string[]> {
  const rows = await db().auditEntry.findMany({ where: { subject }, orderBy: { id: "asc" } });
  return rows.map(({ action }) => action);
}

/** The same without session starts and ends. */
export async function auditActions(subject: string): Promise<string[]> {
  const actions = await allAuditActions(subject);
  return actions.filter((action) => !/^session\.(open|end)$/.test(action));
}

/** The emails to an address, oldest first. */
export function emailsTo(email: string) {
  return db().email.findMany({ where: { to: email }, orderBy: { id: "asc" } });
}

/** Sends the password links that were requested, as the durable function does. */
export async function sendRequestedLinks(): Promise<void> {
  const { rows } = await pool().query<{ data: Jobs["cardholder/password-link.requested"] }>(
    "delete from outbox where name = 'cardholder/password-link.requested' returning data",
  );
  for (const { data } of rows) await sendPasswordLink(data);
}

/** Requests a password link. @returns its token */
export async function resetToken(email: string): Promise<string> {
  await requestPasswordReset(email, { address: randomAddress() });
  await sendRequestedLinks();
  const [, token] = /\?token=([\w-]+)/.exec((await emailsTo(email)).at(-1)?.text ?? "") ?? [];
  if (!token) throw new Error("no link was emailed");
  return token;
}

/** Sets a first password with a password link. */
export async function activate(email: string): Promise<void> {
  await resetPassword({ token: await resetToken(email), new_password: PASSWORD }, acceptAllLinks);
}

/** A signed-in cardholder with a verified email address. */
export async function makeActivatedCardholder(): Promise<Cardholder> {
  const { bank, accountId, cardholderId, email } = await makeCardholder();
  await activate(email);
  const scope = await openSession(cardholderId);
  return { bank, accountId, cardholderId, email, scope, token: await signAccessToken(scope) };
}
