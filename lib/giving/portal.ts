/** Giving in the portal, from a cardholder's own accounts. */
import type { CardholderScope } from "../auth/scopes.ts";
import { DEFAULT_POINTS_PER_DOLLAR } from "../cardholders/profile/sql.ts";
import { runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import type { CardholderDonation } from "../donations/contract.ts";
import { getCardholderDonation } from "../donations/history/queries.ts";
import type { PortalDonationRequest } from "../donations/portal-contract.ts";
import type { Sharing, SharingTerms } from "../donations/sharing.ts";
import { findSources } from "../donations/sql.ts";
import { nullIf } from "../errors.ts";
import { type ConfirmResult, confirm, type Draft, draftGift, type Giver, give } from "./give.ts";

/** An account with points. Only an `active` one can give, not a `bank_suspended` or an `unaccepted` one. */
export type Source = Awaited<ReturnType<typeof findSources>>[number];

/** The last used first, then the cheapest. */
export const listSources = ({ cardholderId }: CardholderScope): Promise<Source[]> =>
  findSources({ cardholderId, standardRate: DEFAULT_POINTS_PER_DOLLAR });

/** One of this cardholder's accounts, or undefined. */
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

/** The donation that confirming a draft created, or null. */
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

export async function giveInPortal(
  scope: CardholderScope,
  request: PortalDonationRequest,
): Promise<CardholderDonation> {
  const giver = await giverOf(scope, request);
  return (await give(giver, request, { findMade: async () => null })).donation;
}
