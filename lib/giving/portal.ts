/** Giving in the portal, from a cardholder's own accounts. */
import type { CardholderScope } from "../auth/scopes.ts";
import { singleFlight } from "../batch.ts";
import { runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { INITIAL_STATE } from "../donations/accept/accept.ts";
import { hashRequest } from "../donations/accept/mutations.ts";
import { findByKey, releaseKey } from "../donations/accept/sql.ts";
import type { CardholderDonation } from "../donations/contract.ts";
import { getCardholderDonation } from "../donations/history/queries.ts";
import type { PortalDonationRequest } from "../donations/portal-contract.ts";
import { serializeCardholderDonation } from "../donations/serialize.ts";
import type { Sharing, SharingTerms } from "../donations/sharing.ts";
import { findSources } from "../donations/sql.ts";
import { InvalidInput, nullIf, violation } from "../errors.ts";
import {
  type ConfirmResult,
  confirm,
  type Draft,
  draftGift,
  type GiveOptions,
  type Giver,
  give,
} from "./give.ts";

/** An account with points. Only an `active` one can give, not a `bank_suspended` or an `unaccepted` one. */
export type Source = Awaited<ReturnType<typeof findSources>>[number];

/** The last used first, then the cheapest. */
export const listSources = ({ cardholderId }: CardholderScope): Promise<Source[]> =>
  findSources({ cardholderId });

export async function findSource(
  scope: CardholderScope,
  accountId: string,
): Promise<Source | undefined> {
  // A cardholder has few accounts.
  return (await listSources(scope)).find((source) => source.accountId === accountId);
}

/** What a signed-in person can choose from, and what they chose last. */
export async function findSharing(cardholderId: string): Promise<SharingTerms> {
  const person = await runForOne(
    kysely
      .selectFrom("cardholder")
      .select(["shareWithSchool", "encryptedPostalAddress"])
      .where("id", "=", cardholderId),
  );
  return {
    chosen: (person?.shareWithSchool ?? null) as Sharing | null,
    hasAddress: person?.encryptedPostalAddress != null,
    isRemembered: true,
  };
}

/**
 * A cardholder giving from this account.
 * @param source the account's terms; undefined if they have no such account
 * @param sharing what they can share with the school
 */
export const giverFrom = (
  { cardholderId }: CardholderScope,
  accountId: string,
  source: Source | undefined,
  sharing: SharingTerms,
): Giver => ({
  channel: "portal",
  cardholderId,
  accountId,
  account: source
    ? { ...source, limits: source, asksBank: source.status === "active" && source.asksBank }
    : null,
  keyId: null,
  sharing,
});

export async function giverOf(
  scope: CardholderScope,
  { loyalty_account_id: accountId }: PortalDonationRequest,
): Promise<Giver> {
  // Sequential: the simulation replays a run query by query.
  const source = await findSource(scope, accountId);
  return giverFrom(scope, accountId, source, await findSharing(scope.cardholderId));
}

export type PortalDraft = Draft<PortalDonationRequest>;

/** Drafts a gift to review, as `draftGift` does. */
export const draftInPortal = async (
  scope: CardholderScope,
  request: PortalDonationRequest,
): Promise<PortalDraft> => draftGift(await giverOf(scope, request), request);

export const findDonationOfDraft = (
  scope: CardholderScope,
  { donationId }: PortalDraft,
): Promise<CardholderDonation | null> =>
  nullIf("DONATION_NOT_FOUND", getCardholderDonation(scope, donationId));

/** Gives a drafted gift once, as `confirm` does: repeated and concurrent calls return the same donation. */
export async function confirmInPortal(
  scope: CardholderScope,
  draft: PortalDraft,
): Promise<ConfirmResult<PortalDonationRequest>> {
  const findMade = () => findDonationOfDraft(scope, draft);
  const donation = await findMade();
  if (donation) return { donation, isNew: false };
  return confirm(await giverOf(scope, draft.request), draft, findMade);
}

const KEY_REUSED = violation(
  ["header", "Idempotency-Key"],
  "This key was used with another request. Use a new key for a new gift",
);

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
  if (!prior.isSameRequest) throw new InvalidInput([KEY_REUSED]);
  return serializeCardholderDonation({ ...prior, ...INITIAL_STATE });
}

const flight = singleFlight<CardholderDonation>();

/**
 * Gives from one of this cardholder's accounts, as `give` does.
 * @param key the gift's idempotency key, with which it's given once. It lasts for a day after the gift, and a refused gift
 *   doesn't use it up. A unique index decides, so concurrent requests make one gift; those in one process share the
 *   response, so that the bank is asked to authorize only once
 * @throws InvalidInput also if the key was used with another request
 */
export function giveInPortal(
  scope: CardholderScope,
  request: PortalDonationRequest,
  key?: string,
): Promise<CardholderDonation> {
  const giveWith = async (options: GiveOptions) =>
    (await give(await giverOf(scope, request), request, options)).donation;
  if (key === undefined) return giveWith({ findMade: async () => null });
  const findMade = () => findMadeWithKey(scope, request, key);
  return flight(
    [scope.cardholderId, hashRequest(request), key].join(" "),
    async () => (await findMade()) ?? giveWith({ idempotencyKey: key, findMade }),
  );
}
