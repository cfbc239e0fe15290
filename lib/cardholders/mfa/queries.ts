/** The state of the second factor: on, being turned on, or off. */
import { totpUri } from "../../auth/passwords/totp.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { inSeconds } from "../../database/expressions.ts";
import { db } from "../../database/prisma.ts";
import { runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { totpSecrets } from "./codes.ts";

/** A secret for the authenticator app: as text, and as the URI in a QR code. */
export type Enrollment = { secret: string; uri: string };

/** After this, enrollment starts over with the password. */
const ENROLLMENT_SECONDS = 30 * 60;

/** An unexpired secret that no code has confirmed yet, or null. */
export async function readPendingEnrollment(cardholderId: string) {
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

/** The pending secret, so reloading the page shows the same one. */
export async function pendingEnrollment(scope: CardholderScope): Promise<Enrollment | null> {
  const pending = await readPendingEnrollment(scope.cardholderId);
  return pending && { secret: pending.secret, uri: pending.uri };
}

/** When the second factor was turned on, and how many recovery codes are left; null if it's off. */
export async function mfaStatus({
  cardholderId,
}: CardholderScope): Promise<{ since: string; codesLeft: number } | null> {
  const [totp, codesLeft] = await Promise.all([
    db().totp.findUnique({ where: { cardholderId } }),
    db().recoveryCode.count({ where: { cardholderId, usedAt: null } }),
  ]);
  return totp?.confirmedAt ? { since: totp.confirmedAt.toISOString(), codesLeft } : null;
}
