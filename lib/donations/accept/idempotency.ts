/**
 * Gifts with an idempotency key: a person's key counts for a day from the gift that was made with it. A unique index
 * decides, so concurrent requests make one gift; a refused one leaves the key free.
 */
import type { CardholderScope } from "../../auth/scopes.ts";
import { perScope } from "../../batch.ts";
import { InvalidInput, ServiceError } from "../../errors.ts";
import type { CardholderDonation } from "../contract.ts";
import type { PortalDonationRequest } from "../portal-contract.ts";
import { serializeCardholderDonation } from "../serialize.ts";
import { hashOf, WHEN_ACCEPTED } from "./accept.ts";
import { acceptCardholderDonation, newCardholderDonation } from "./cardholder-mutations.ts";
import { findSource } from "./sources.ts";
import { findByKey, releaseKey } from "./sql.ts";

const otherRequest = () =>
  new InvalidInput([
    {
      loc: ["header", "Idempotency-Key"],
      msg: "This key was used with another request. Use a new key for a new gift",
      type: "value_error",
    },
  ]);

/** The first answer to this request, or null if it is the first. @throws InvalidInput if the key was used otherwise */
async function firstAnswer(
  { cardholderId }: CardholderScope,
  request: PortalDonationRequest,
  key: string,
): Promise<CardholderDonation | null> {
  const [prior] = await findByKey({ cardholderId, key, requestHash: hashOf(request) });
  if (!prior) return null;
  if (prior.isOver) {
    await releaseKey({ donationId: prior.id });
    return null;
  }
  if (!prior.isSameRequest) throw otherRequest();
  return serializeCardholderDonation({ ...prior, ...WHEN_ACCEPTED });
}

async function acceptOnce(
  scope: CardholderScope,
  request: PortalDonationRequest,
  key: string,
): Promise<CardholderDonation> {
  const before = await firstAnswer(scope, request, key);
  if (before) return before;
  const source = await findSource(scope, request.loyalty_account_id);
  const donation = { ...newCardholderDonation(scope, request, source), idempotencyKey: key };
  try {
    const accepted = await acceptCardholderDonation(donation, source);
    if (accepted) return accepted;
  } catch (error) {
    // A concurrent request with this key may have been accepted, and have used what was left today.
    const isRefused = error instanceof InvalidInput || error instanceof ServiceError;
    const first = isRefused ? await firstAnswer(scope, request, key) : null;
    if (!first) throw error;
    return first;
  }
  const first = await firstAnswer(scope, request, key);
  if (!first) throw new Error("a gift was neither accepted nor found under its key");
  return first;
}

const inProgress = perScope(() => new Map<string, Promise<CardholderDonation>>());

/**
 * Accepts a donation of this cardholder's points, once for each key. Concurrent requests share the answer, so that a
 * bank is asked once for its approval.
 * @throws InvalidInput with every objection at once, or if the key was used with another request; ServiceError if
 *   the bank declines or does not answer; nothing was given
 */
export function requestOnce(
  scope: CardholderScope,
  request: PortalDonationRequest,
  key: string,
): Promise<CardholderDonation> {
  const all = inProgress();
  const same = [scope.cardholderId, hashOf(request), key].join(" ");
  const known = all.get(same);
  if (known) return known;
  const accepting = acceptOnce(scope, request, key).finally(() => all.delete(same));
  all.set(same, accepting);
  return accepting;
}
