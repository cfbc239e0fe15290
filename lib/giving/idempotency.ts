/**
 * Gifts with an idempotency key, which lasts for a day after the gift made with it. A unique index decides, so concurrent
 * requests make one gift. A refused gift doesn't use up the key.
 */
import type { CardholderScope } from "../auth/scopes.ts";
import { singleFlight } from "../batch.ts";
import { INITIAL_STATE } from "../donations/accept/accept.ts";
import { hashRequest } from "../donations/accept/new-donation.ts";
import { findByKey, releaseKey } from "../donations/accept/sql.ts";
import type { CardholderDonation } from "../donations/contract.ts";
import type { PortalDonationRequest } from "../donations/portal-contract.ts";
import { serializeCardholderDonation } from "../donations/serialize.ts";
import { InvalidInput } from "../errors.ts";
import { give } from "./give.ts";
import { giverOf } from "./portal.ts";

const keyReused = () =>
  new InvalidInput([
    {
      loc: ["header", "Idempotency-Key"],
      msg: "This key was used with another request. Use a new key for a new gift",
      type: "value_error",
    },
  ]);

/** The earlier gift with this key, or null. @throws InvalidInput if the key was used with another request */
async function findMadeWithKey(
  { cardholderId }: CardholderScope,
  request: PortalDonationRequest,
  key: string,
): Promise<CardholderDonation | null> {
  const [prior] = await findByKey({ cardholderId, key, requestHash: hashRequest(request) });
  if (!prior) return null;
  if (prior.isOver) {
    await releaseKey({ donationId: prior.id });
    return null;
  }
  if (!prior.isSameRequest) throw keyReused();
  return serializeCardholderDonation({ ...prior, ...INITIAL_STATE });
}

async function giveWithKey(
  scope: CardholderScope,
  request: PortalDonationRequest,
  key: string,
): Promise<CardholderDonation> {
  const findMade = () => findMadeWithKey(scope, request, key);
  const prior = await findMade();
  if (prior) return prior;
  const giver = await giverOf(scope, request);
  return (await give(giver, request, { idempotencyKey: key, findMade })).donation;
}

const flight = singleFlight<CardholderDonation>();

/**
 * Gives once per key, as `give` does. Concurrent requests share the response, so that the bank is asked to authorize
 * only once.
 * @throws InvalidInput also if the key was used with another request
 */
export const giveOnce = (
  scope: CardholderScope,
  request: PortalDonationRequest,
  key: string,
): Promise<CardholderDonation> =>
  flight([scope.cardholderId, hashRequest(request), key].join(" "), () =>
    giveWithKey(scope, request, key),
  );
