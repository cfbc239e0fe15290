import { totpUri } from "../../auth/passwords/totp.ts";
import { type CardholderScope, personOf, type SessionScope } from "../../auth/scopes.ts";
import { inSeconds } from "../../database/expressions.ts";
import { db } from "../../database/prisma.ts";
import { runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { totpSecrets } from "./codes.ts";
import { canUndo, readFactors } from "./factors.ts";

/** A secret for the authenticator app: as text, and as the URI in a QR code. */
export type Enrollment = { secret: string; uri: string };

/** After this, enrollment starts over with the password. */
const ENROLLMENT_SECONDS = 30 * 60;

/** An unexpired secret that no code has confirmed yet, or null. Reloading the page shows the same one. */
export async function pendingEnrollment({ cardholderId }: CardholderScope) {
  const row = await runForOne(
    kysely
      .selectFrom("totp as t")
      .innerJoin("cardholder as c", "c.id", "t.cardholderId")
      .select(["t.encryptedSecret", "c.email"])
      .where("t.cardholderId", "=", cardholderId)
      .where("t.confirmedAt", "is", null)
      .where("t.createdAt", ">", inSeconds(-ENROLLMENT_SECONDS)),
  );
  if (!row) return null;
  const { encryptedSecret, email } = row;
  const secret = totpSecrets.decrypt(cardholderId, encryptedSecret);
  return { encryptedSecret, secret, uri: totpUri(secret, email) };
}

/** The second factors, the oldest passkey first; null if there are none. */
export const listFactors = (scope: SessionScope): Promise<Factors | null> =>
  factorsOf(personOf(scope));

/** Those that can be removed with a link to set a password, for whoever has that; null if there are none. */
export async function readUndoable(cardholderId: string): Promise<Factors | null> {
  return canUndo(await readFactors(cardholderId)) ? factorsOf(cardholderId) : null;
}

/** `appSince`: when the authenticator app was added; null without one. */
async function factorsOf(cardholderId: string) {
  const [totp, rows, codesLeft] = await Promise.all([
    db().totp.findUnique({ where: { cardholderId } }),
    db().passkey.findMany({
      where: { cardholderId },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    }),
    db().recoveryCode.count({ where: { cardholderId, usedAt: null } }),
  ]);
  const passkeys = rows.map(({ id, name, createdAt, lastUsedAt, backedUp }) => ({
    passkeyId: id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    isSynced: backedUp,
  }));
  const appSince = totp?.confirmedAt?.toISOString() ?? null;
  return appSince || passkeys.length > 0 ? { appSince, passkeys, codesLeft } : null;
}

export type Factors = NonNullable<Awaited<ReturnType<typeof factorsOf>>>;

/** A passkey, as its owner sees it. `isSynced`: it's copied to their other devices. */
export type PasskeyInfo = Factors["passkeys"][number];
