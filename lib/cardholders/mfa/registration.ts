/** Adds and removes passkeys. */
import { validate as isUuid, v7 as uuidv7 } from "uuid";
import { creationOptions, verifyRegistration } from "../../auth/passkeys.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { decryptToken, encryptToken } from "../../auth/tokens/encrypted-tokens.ts";
import { db } from "../../database/prisma.ts";
import { affected, runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { transaction } from "../../database/transaction.ts";
import { line } from "../../fields.ts";
import { passwordOwner, reauthenticate } from "../password/change.ts";
import {
  type ChallengePurpose,
  issueChallenge,
  readChallenge,
  spendChallenge,
} from "./challenges.ts";
import {
  isLastOfMember,
  lockFactors,
  readFactors,
  recordAddition,
  recordRemoval,
  refusalToAdd,
} from "./factors.ts";
import type { PasskeyAnswer, PasskeyPrompt } from "./passkeys.ts";
import { requireStepUp } from "./step-up.ts";

export const MAX_PASSKEYS = 10;
export const MAX_PASSKEY_NAME = 50;
const nameField = line({ min: 1, max: MAX_PASSKEY_NAME });

/** After this, adding a passkey starts over with the password. */
export const SETUP_SECONDS = 10 * 60;

type Setup = { sessionId: string };

const purposeIn = ({ familyId }: CardholderScope): ChallengePurpose => `add:${familyId}`;

/**
 * Requires the password, so someone else at an open session can't add a passkey of their own, and a second factor from
 * someone who has one.
 * @returns a token that lets this session add one
 * @throws ServiceError RATE_LIMITED after too many wrong attempts, STEP_UP_REQUIRED
 */
export async function beginPasskey(
  scope: CardholderScope,
  password: string,
): Promise<{ setup: string } | "wrong_password" | "link_required"> {
  const refusal = refusalToAdd(scope, await readFactors(scope.cardholderId));
  if (refusal) return refusal;
  if (!(await reauthenticate(scope, password))) return "wrong_password";
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
  return transaction(async (tx) => {
    const before = await lockFactors(tx, cardholderId);
    const refusal = refusalToAdd(scope, before);
    if (refusal) return refusal;
    if (before.passkeyCount >= MAX_PASSKEYS) return "too_many" as const;
    if (!(await spendChallenge(tx, cardholderId, challenge))) return "expired" as const;
    if ((await affected(insert, tx)) === 0) return "refused" as const;
    return recordAddition(tx, scope, "passkey", before, { passkeyId: id, name });
  });
}

/**
 * Removes a passkey. Requires the second factor and the password.
 * @param passkeyId unvalidated form input
 * @returns `gone` if it isn't one of this person's, `last_factor` if they are in a team and have no other
 * @throws ServiceError RATE_LIMITED after too many wrong attempts, STEP_UP_REQUIRED
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
