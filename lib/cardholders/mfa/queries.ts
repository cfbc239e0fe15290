/** How the second factor stands: on, being turned on, or off. */

import { totpUri } from "../../auth/passwords/totp.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { decryptTotp } from "./secrets.ts";
import { findConfirmedTotp, findPendingTotp } from "./sql.ts";

/** A secret that is being handed to an app: as text, and as the address of a QR code. */
export type Enrollment = { secret: string; uri: string };

/** After that, whoever begins has to show the password again. */
const ENROLMENT_MINUTES = 30;

/** A secret that was made and waits for a first code of it; null where there is none, or none so new. */
export async function readPending(cardholderId: string) {
  const [row] = await findPendingTotp({ cardholderId, withinMinutes: ENROLMENT_MINUTES });
  return row ? { ...row, secret: decryptTotp(cardholderId, row.keyId, row.sealedSecret) } : null;
}

/** The same secret again, for a page that is loaded again. */
export async function pendingEnrollment(scope: CardholderScope): Promise<Enrollment | null> {
  const pending = await readPending(scope.cardholderId);
  return pending && { secret: pending.secret, uri: totpUri(pending.secret, pending.email) };
}

/** Since when it is on, and how many recovery codes are left; null where it is off. */
export async function mfaStatus(
  scope: CardholderScope,
): Promise<{ since: string; codesLeft: number } | null> {
  const { cardholderId } = scope;
  const [totp] = await findConfirmedTotp({ cardholderId });
  return totp ? { since: totp.confirmedAt.toISOString(), codesLeft: totp.codesLeft } : null;
}
