/**
 * Gifts with an idempotency key: a person's key counts for a day from the gift that was made with it. A unique index
 * decides, so concurrent requests make one gift; a refused one leaves the key free.
 */
import type { CardholderScope } from "../auth/scopes.ts";
import { singleFlight } from "../batch.ts";
import { WHEN_ACCEPTED } from "../donations/accept/accept.ts";
import { hashOf } from "../donations/accept/new-donation.ts";
import { findByKey, releaseKey } from "../donations/accept/sql.ts";
import type { CardholderDonation } from "../donations/contract.ts";
import type { PortalDonationRequest } from "../donations/portal-contract.ts";
import { serializeCardholderDonation } from "../donations/serialize.ts";
import { InvalidInput } from "../errors.ts";
import { give } from "./give.ts";
import { giverOf } from "./portal.ts";

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

async function giveWithKey(
  scope: CardholderScope,
  request: PortalDonationRequest,
  key: string,
): Promise<CardholderDonation> {
  const findMade = () => firstAnswer(scope, request, key);
  const before = await findMade();
  if (before) return before;
  const giver = await giverOf(scope, request);
  return (await give(giver, request, { idempotencyKey: key, findMade })).donation;
}

const flight = singleFlight<CardholderDonation>();

/**
 * Gives once for each key, as `give` does. Concurrent requests share the answer, so that a bank is asked once for its
 * approval.
 * @throws InvalidInput also if the key was used with another request
 */
export const giveOnce = (
  scope: CardholderScope,
  request: PortalDonationRequest,
  key: string,
): Promise<CardholderDonation> =>
  flight([scope.cardholderId, hashOf(request), key].join(" "), () =>
    giveWithKey(scope, request, key),
  );
