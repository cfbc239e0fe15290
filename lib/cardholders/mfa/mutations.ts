/** Adds and removes second factors, and renews recovery codes. Only pages do this: the API has no operations for it. */
import { validate as isUuid, v7 as uuidv7 } from "uuid";
import { creationOptions, verifyRegistration } from "../../auth/passkeys.ts";
import type { PersonalInfo } from "../../auth/passwords/policy.ts";
import { makeTotpSecret, totpStepOf, totpUri } from "../../auth/passwords/totp.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { decryptToken, encryptToken } from "../../auth/tokens/encrypted-tokens.ts";
import { now } from "../../database/expressions.ts";
import { db } from "../../database/prisma.ts";
import { affected, runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { line } from "../../fields.ts";
import { codeCharacters } from "../../text.ts";
import { passwordOwner, reauthenticate } from "../password/change.ts";
import { recordSecurityEvent } from "../security-events.ts";
import { attemptCode, totpSecrets } from "./codes.ts";
import {
  type FactorState,
  isLastOfMember,
  lockFactors,
  readFactors,
  recordAddition,
  recordRemoval,
  refusalToAdd,
  replaceRecoveryCodes,
} from "./factors.ts";
import {
  type ChallengePurpose,
  issueChallenge,
  type PasskeyAnswer,
  type PasskeyPrompt,
  readChallenge,
  spendChallenge,
} from "./passkeys.ts";
import { type Enrollment, pendingEnrollment } from "./queries.ts";
import { requireStepUp } from "./step-up.ts";

export const MAX_PASSKEYS = 10;
export const MAX_PASSKEY_NAME = 50;
const nameField = line({ min: 1, max: MAX_PASSKEY_NAME });

/** After this, adding a passkey starts over with the password. */
export const SETUP_SECONDS = 10 * 60;

/**
 * Requires the password before a factor is added, so someone else at an open session can't add one of their own, and a
 * second factor from someone who has one.
 * @returns the owner, or why they can't
 * @throws ServiceError RATE_LIMITED after too many wrong attempts, STEP_UP_REQUIRED
 */
async function beginAddition(
  scope: CardholderScope,
  password: string,
): Promise<PersonalInfo | "wrong_password" | "link_required"> {
  const refusal = refusalToAdd(scope, await readFactors(scope.cardholderId));
  return refusal ?? (await reauthenticate(scope, password)) ?? "wrong_password";
}

/** Runs `add` with the factors locked, unless the session may no longer add one. */
function addFactor<Added>(
  scope: CardholderScope,
  add: (tx: Transaction, before: FactorState) => Promise<Added>,
): Promise<Added | "link_required"> {
  return transaction(async (tx) => {
    const before = await lockFactors(tx, scope.cardholderId);
    return refusalToAdd(scope, before) ?? add(tx, before);
  });
}

/**
 * Creates a secret for the authenticator app. Takes effect once a code is entered.
 * @throws ServiceError as `beginAddition`
 */
export async function beginEnrollment(
  scope: CardholderScope,
  password: string,
): Promise<Enrollment | "wrong_password" | "on_already" | "link_required"> {
  const { cardholderId } = scope;
  const owner = await beginAddition(scope, password);
  if (typeof owner === "string") return owner;
  const secret = makeTotpSecret();
  const encryptedSecret = totpSecrets.encrypt(cardholderId, secret);
  const inserted = await affected(
    kysely
      .insertInto("totp")
      .values({ cardholderId, encryptedSecret })
      .onConflict((conflict) =>
        conflict
          .column("cardholderId")
          .doUpdateSet({ encryptedSecret, createdAt: now })
          .where("totp.confirmedAt", "is", null),
      ),
  );
  return inserted === 1 ? { secret, uri: totpUri(secret, owner.email) } : "on_already";
}

/**
 * Adds the authenticator app if a code proves that it has the secret.
 * @returns recovery codes, shown only once: none if there are unused ones already; null if the code is wrong, or
 *   enrollment wasn't begun or has expired
 * @throws ServiceError RATE_LIMITED after too many wrong codes, STEP_UP_REQUIRED
 */
export async function confirmEnrollment(
  scope: CardholderScope,
  code: string,
): Promise<string[] | "link_required" | null> {
  await requireStepUp(scope);
  const pending = await pendingEnrollment(scope);
  if (!pending) return null;
  const lastStep = totpStepOf(pending.secret, codeCharacters(code));
  const isCorrect = await attemptCode(scope, scope.cardholderId, async () => lastStep !== null);
  if (!isCorrect) return null;
  // Guarded on the secret that the code was checked with. Storing the step prevents using this code to sign in.
  const confirmation = kysely
    .updateTable("totp")
    .set({ confirmedAt: now, lastStep })
    .where("cardholderId", "=", scope.cardholderId)
    .where("encryptedSecret", "=", pending.encryptedSecret)
    .where("confirmedAt", "is", null);
  return addFactor(scope, async (tx, before) => {
    if ((await affected(confirmation, tx)) === 0) return null;
    return recordAddition(tx, scope, "app", before);
  });
}

type Setup = { sessionId: string };

const purposeIn = ({ familyId }: CardholderScope): ChallengePurpose => `add:${familyId}`;

/** @returns a token that lets this session add a passkey @throws ServiceError as `beginAddition` */
export async function beginPasskey(
  scope: CardholderScope,
  password: string,
): Promise<{ setup: string } | "wrong_password" | "link_required"> {
  const owner = await beginAddition(scope, password);
  if (typeof owner === "string") return owner;
  const content: Setup = { sessionId: scope.familyId };
  return { setup: await encryptToken("passkey-setup", content, SETUP_SECONDS) };
}

async function isSetup(scope: CardholderScope, setup: string): Promise<boolean> {
  const content = await decryptToken<Setup>("passkey-setup", setup);
  return content?.sessionId === scope.familyId;
}

/**
 * What the browser is asked to create.
 * @returns null if setup wasn't begun in this session or has expired
 */
export async function setupPrompt(
  scope: CardholderScope,
  setup: string,
): Promise<PasskeyPrompt | null> {
  if (!(await isSetup(scope, setup))) return null;
  const { cardholderId } = scope;
  const [{ personalInfo }, existing, { challenge, token }] = await Promise.all([
    passwordOwner(cardholderId),
    db().passkey.findMany({ where: { cardholderId } }),
    issueChallenge(purposeIn(scope)),
  ]);
  const { email, name } = personalInfo;
  const owner = { cardholderId, email, name: name ?? email };
  return { options: await creationOptions(challenge, owner, existing), challenge: token };
}

export type AdditionFailure =
  /** The setup or its challenge has expired. */
  | "expired"
  /** The browser's response is invalid, or this passkey already exists. */
  | "refused"
  | "too_many"
  | "invalid_name"
  /** See `refusalToAdd`. */
  | "link_required";

/**
 * Adds a passkey.
 * @param setup the token of `beginPasskey`
 * @returns recovery codes, shown only once: none if there are unused ones already
 * @throws ServiceError STEP_UP_REQUIRED
 */
export async function addPasskey(
  scope: CardholderScope,
  setup: string,
  { name, ...answer }: PasskeyAnswer & { name: string },
): Promise<string[] | AdditionFailure> {
  await requireStepUp(scope);
  if (!nameField.safeParse(name).success) return "invalid_name";
  const challenge =
    (await isSetup(scope, setup)) && (await readChallenge(answer.challenge, purposeIn(scope)));
  if (!challenge) return "expired";
  const created = await verifyRegistration(answer.response, challenge);
  if (!created) return "refused";
  const { cardholderId } = scope;
  const { isBackedUp: backedUp, ...passkey } = created;
  const id = uuidv7();
  const insert = kysely
    .insertInto("passkey")
    .values({ id, cardholderId, name, backedUp, ...passkey })
    .onConflict((conflict) => conflict.column("credentialId").doNothing());
  return addFactor(scope, async (tx, before) => {
    if (before.passkeyCount >= MAX_PASSKEYS) return "too_many";
    if (!(await spendChallenge(tx, cardholderId, challenge))) return "expired";
    if ((await affected(insert, tx)) === 0) return "refused";
    return recordAddition(tx, scope, "passkey", before, { passkeyId: id, name });
  });
}

/**
 * Replaces the recovery codes with ten new ones. Requires the second factor as well as the password: otherwise the
 * password alone would be enough to remove it.
 * @throws ServiceError RATE_LIMITED after too many wrong attempts, STEP_UP_REQUIRED
 */
export async function renewRecoveryCodes(
  scope: CardholderScope,
  password: string,
): Promise<string[] | "wrong_password" | "off"> {
  const { cardholderId } = scope;
  if (!(await reauthenticate(scope, password))) return "wrong_password";
  return transaction(async (tx) => {
    // Removed after the password was accepted.
    if (!(await lockFactors(tx, cardholderId)).hasAny) return "off" as const;
    await recordSecurityEvent(tx, scope, cardholderId, "recovery_codes_renewed");
    return replaceRecoveryCodes(tx, cardholderId);
  });
}

/**
 * Removes the authenticator app. Requires the second factor and the password.
 * @returns `last_factor` if they are in a team and have no other
 * @throws ServiceError RATE_LIMITED after too many wrong attempts, STEP_UP_REQUIRED
 */
export async function removeApp(
  scope: CardholderScope,
  password: string,
): Promise<"removed" | "wrong_password" | "last_factor"> {
  const { cardholderId } = scope;
  if (!(await reauthenticate(scope, password))) return "wrong_password";
  const deletion = kysely.deleteFrom("totp").where("cardholderId", "=", cardholderId);
  return transaction(async (tx) => {
    const before = await lockFactors(tx, cardholderId);
    if (before.hasApp && isLastOfMember(before)) return "last_factor" as const;
    await affected(deletion, tx);
    if (before.hasApp) await recordRemoval(tx, scope, "app_removed");
    return "removed" as const;
  });
}

/**
 * Removes a passkey, as `removeApp` does the app.
 * @param passkeyId unvalidated form input
 * @returns `gone` if it isn't one of this person's
 */
export async function removePasskey(
  scope: CardholderScope,
  passkeyId: string,
  password: string,
): Promise<"removed" | "wrong_password" | "gone" | "last_factor"> {
  if (!(await reauthenticate(scope, password))) return "wrong_password";
  if (!isUuid(passkeyId)) return "gone";
  const { cardholderId } = scope;
  const own = kysely
    .selectFrom("passkey")
    .select("name")
    .where("id", "=", passkeyId)
    .where("cardholderId", "=", cardholderId);
  return transaction(async (tx) => {
    const before = await lockFactors(tx, cardholderId);
    const passkey = await runForOne(own, tx);
    if (!passkey) return "gone" as const;
    if (isLastOfMember(before)) return "last_factor" as const;
    await affected(kysely.deleteFrom("passkey").where("id", "=", passkeyId), tx);
    await recordRemoval(tx, scope, "passkey_removed", { passkeyId, name: passkey.name });
    return "removed" as const;
  });
}
