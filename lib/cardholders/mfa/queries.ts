/** The state of the second factor: on, being turned on, or off. */
import { totpUri } from "../../auth/passwords/totp.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { db } from "../../database/prisma.ts";
import { totpSecrets } from "./codes.ts";

/** A secret to enter in an app: as text, and as the URL in a QR code. */
export type Enrollment = { secret: string; uri: string };

/** After that, enrollment begins again with the password. */
const ENROLMENT_MS = 30 * 60 * 1_000;

/** A recent secret that waits for its first code, or null. */
export async function readPending(cardholderId: string) {
  const row = await db().totp.findUnique({
    where: {
      cardholderId,
      confirmedAt: null,
      createdAt: { gt: new Date(Date.now() - ENROLMENT_MS) },
    },
    include: { cardholder: { select: { email: true } } },
  });
  if (!row) return null;
  const { keyId, sealedSecret, cardholder } = row;
  const secret = totpSecrets.open(cardholderId, keyId, sealedSecret);
  return { sealedSecret, secret, uri: totpUri(secret, cardholder.email) };
}

/** The same secret again, for when the page is reloaded. */
export async function pendingEnrollment(scope: CardholderScope): Promise<Enrollment | null> {
  const pending = await readPending(scope.cardholderId);
  return pending && { secret: pending.secret, uri: pending.uri };
}

/** When it was turned on, and how many recovery codes are left; null if it is off. */
export async function mfaStatus({
  cardholderId,
}: CardholderScope): Promise<{ since: string; codesLeft: number } | null> {
  const [totp, codesLeft] = await Promise.all([
    db().totp.findUnique({ where: { cardholderId } }),
    db().recoveryCode.count({ where: { cardholderId, usedAt: null } }),
  ]);
  return totp?.confirmedAt ? { since: totp.confirmedAt.toISOString(), codesLeft } : null;
}
