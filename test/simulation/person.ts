/** A person who gives in the portal, within the limits of their bank's program. */
import { v7 as uuidv7 } from "uuid";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { isDatabaseUnavailable } from "#lib/database/errors.ts";
import { acceptDraft, type DonationDraft } from "#lib/donations/accept/drafts.ts";
import { portalDonationRequest } from "#lib/donations/portal-contract.ts";
import { InvalidInput } from "#lib/errors.ts";
import { pointsFor, toCents } from "#lib/money.ts";
import { happens } from "./weighted-random.ts";
import type { World } from "./world.ts";

/** A gift that the person has confirmed, and what they know of it. */
export type PersonalGift = { draft: DonationDraft; outcome: "unknown" | "given" | "refused" };

export type SimulatedPerson = ReturnType<typeof createSimulatedPerson>;

type Identity = { bankId: string; accountId: string; scope: CardholderScope };

/** Points per dollar of the person's program. */
export const RATE = 100;

/** Creates a person with one account. */
export function createSimulatedPerson(
  world: World,
  name: string,
  { bankId, accountId, scope }: Identity,
  schools: string[],
) {
  const { random } = world;
  const gifts: PersonalGift[] = [];
  /** Outcomes that contradict what the person was told before. */
  const complaints: string[] = [];

  function newGift(): PersonalGift {
    const cents = toCents((500 + random.below(14_000)) / 100);
    const request = portalDonationRequest.parse({
      loyalty_account_id: accountId,
      school_id: random.pick(schools),
      fund_designation: "annual-fund",
      dollar_amount: cents / 100,
      notify_by_email: happens(random, 0.3),
    });
    const { cardholderId } = scope;
    const points = pointsFor(cents, RATE);
    const draft = { donationId: uuidv7(), cardholderId, request, points, rate: RATE };
    const gift: PersonalGift = { draft, outcome: "unknown" };
    gifts.push(gift);
    return gift;
  }

  async function outcomeOf(draft: DonationDraft): Promise<PersonalGift["outcome"]> {
    try {
      const outcome = await acceptDraft(scope, draft);
      if ("donation" in outcome && outcome.donation.donation_id === draft.donationId)
        return "given";
      complaints.push(`${name} was answered ${JSON.stringify(outcome)}`);
      return "unknown";
    } catch (error) {
      if (isDatabaseUnavailable(error)) return "unknown";
      const types = error instanceof InvalidInput ? error.violations.map(({ type }) => type) : [];
      if (types.join() !== "limit_exceeded") complaints.push(`${name}: ${(error as Error).stack}`);
      return "refused";
    }
  }

  async function confirm(gift: PersonalGift): Promise<void> {
    const outcome = await outcomeOf(gift.draft);
    const lost = !world.calm() && happens(random, 0.1);
    world.note(`${name}: gift ${gifts.indexOf(gift) + 1} ${outcome}${lost ? ", unheard" : ""}`);
    if (lost || outcome === "unknown") return;
    if (gift.outcome === "given" && outcome === "refused") {
      complaints.push(`${gift.draft.donationId} was refused after it was given`);
    }
    gift.outcome = outcome;
  }

  return {
    name,
    bankId,
    complaints,
    gifts,
    give: () => confirm(newGift()),
    /** Gifts whose outcome the person does not know. */
    unanswered: () => gifts.filter(({ outcome }) => outcome === "unknown"),
    confirm,
    /** Confirms a gift again, from another tab. */
    async repeat(): Promise<void> {
      if (gifts.length > 0) await confirm(random.pick(gifts));
    },
  };
}
