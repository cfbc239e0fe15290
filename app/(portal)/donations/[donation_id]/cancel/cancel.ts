/** Canceling one's own gift, which is possible until its school may have it. */
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { requestCorrection } from "#lib/corrections/request.ts";
import { nullIf } from "#lib/errors.ts";

/** A donor has one reference for each gift, so that a second try changes nothing. */
const requestFor = (donationId: string) =>
  ({
    kind: "cancel",
    correction_ref: `service:canceled-by-donor:${donationId}`,
    reason: "The donor canceled it",
  }) as const;

/** The points that would be given back; null if it can't be canceled. Changes nothing. */
export async function previewCancel(scope: CardholderScope, id: string): Promise<number | null> {
  const options = { isDryRun: true, onlyAtOnce: true };
  const preview = requestCorrection(scope, id, requestFor(id), options);
  const found = await nullIf("CORRECTION_NOT_POSSIBLE", preview);
  return found && (found.row.pointsToReturn ?? 0);
}

/** @throws ServiceError DONATION_NOT_FOUND, CORRECTION_NOT_POSSIBLE */
export const cancel = (scope: CardholderScope, id: string) =>
  requestCorrection(scope, id, requestFor(id), { onlyAtOnce: true });
