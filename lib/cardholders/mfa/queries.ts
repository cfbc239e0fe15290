/** The state of the second factor: on, being turned on, or off. */

import { totpUri } from "../../auth/passwords/totp.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { totpSecrets } from "./secrets.ts";
import { findConfirmedTotp, findPendingTotp } from "./sql.ts";

/** A secret to enter in an app: as text, and as the URL in a QR code. */
export type Enrollment = { secret: string; uri: string };

/** After that, enrollment begins again with the password. */
const ENROLMENT_MINUTES = 30;

/** A recent secret that waits for its first code, or null. */
export async function readPending(cardholderId: string) {
  const [row] = await findPendingTotp({ cardholderId, withinMinutes: ENROLMENT_MINUTES });
  return row
    ? { ...row, secret: totpSecrets.open(cardholderId, row.keyId, row.sealedSecret) }
    : null;
}

/** The same secret again, for when the page is reloaded. */
export async function pendingEnrollment(scope: CardholderScope): Promise<Enrollment | null> {
  const pending = await readPending(scope.cardholderId);
  return pending && { secret: pending.secret, uri: totpUri(pending.secret, pending.email) };
}

/** When it was turned on, and how many recovery codes are left; null if it is off. */
export async function mfaStatus(
  scope: CardholderScope,
): Promise<{ since: string; codesLeft: number } | null> {
  const { cardholderId } = scope;
  const [totp] = await findConfirmedTotp({ cardholderId });
  return totp ? { since: totp.confirmedAt.toISOString(), codesLeft: totp.codesLeft } : null;
}
