/** A person who gives in the portal, within the limits of their bank's program. */
import { v7 as uuidv7 } from "uuid";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { isDatabaseUnavailable } from "#lib/database/errors.ts";
import { portalDonationRequest } from "#lib/donations/portal-contract.ts";
import { InvalidInput } from "#lib/errors.ts";
import { confirmInPortal, type PortalDraft } from "#lib/giving/portal.ts";
import { pointsFor, toCents } from "#lib/money.ts";
import { happens } from "./weighted-random.ts";
import type { World } from "./world.ts";

/** A gift that the person has confirmed, and what they know of it. */
export type PersonalGift = {
  draft: PortalDraft;
  outcome: "unknown" | "given" | "refused";
  /** Confirmations without a response: any of them may have been accepted. */
  unheard: number;
};

export type SimulatedPerson = ReturnType<typeof createSimulatedPerson>;

type Member = { bankId: string; accountId: string; scope: CardholderScope };

/** Refusals that tell the person that nothing was given. */
const EXPECTED = new Set(["AUTHORIZATION_DECLINED", "AUTHORIZATION_UNAVAILABLE", "limit_exceeded"]);

const isExpected = (error: unknown) =>
  EXPECTED.has(
    error instanceof InvalidInput
      ? error.violations.map(({ type }) => type).join()
      : ((error as { code?: string }).code ?? ""),
  );

/** Points per dollar of the person's program. */
export const RATE = 100;

/** Creates a person with one account. */
export function createSimulatedPerson(
  world: World,
  name: string,
  { bankId, accountId, scope }: Member,
  schools: string[],
) {
  const { random } = world;
  const gifts: PersonalGift[] = [];
  /** Outcomes that contradict earlier ones. */
  const problems: string[] = [];

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
    const gift: PersonalGift = { draft, outcome: "unknown", unheard: 0 };
    gifts.push(gift);
    return gift;
  }

  async function outcomeOf(draft: PortalDraft): Promise<PersonalGift["outcome"]> {
    try {
      const outcome = await confirmInPortal(scope, draft);
      if ("donation" in outcome && outcome.donation.donation_id === draft.donationId)
        return "given";
      problems.push(`${name} got ${JSON.stringify(outcome)}`);
      return "unknown";
    } catch (error) {
      if (isDatabaseUnavailable(error)) return "unknown";
      if (!isExpected(error)) problems.push(`${name}: ${(error as Error).stack}`);
      return "refused";
    }
  }

  async function confirm(gift: PersonalGift): Promise<void> {
    gift.unheard += 1;
    const outcome = await outcomeOf(gift.draft);
    const isLost = !world.calm() && happens(random, 0.1);
    world.note(`${name}: gift ${gifts.indexOf(gift) + 1} ${outcome}${isLost ? ", lost" : ""}`);
    if (isLost || outcome === "unknown") return;
    if (gift.outcome === "given" && outcome === "refused") {
      problems.push(`${gift.draft.donationId} was refused after it was given`);
      return;
    }
    gift.outcome = outcome;
    // Without faults, none is in progress anymore.
    gift.unheard = world.calm() ? 0 : gift.unheard - 1;
  }

  return {
    name,
    bankId,
    problems,
    gifts,
    give: () => confirm(newGift()),
    /** Gifts whose outcome the person doesn't know. */
    unanswered: () =>
      gifts.filter(
        ({ outcome, unheard }) => outcome === "unknown" || (outcome === "refused" && unheard > 0),
      ),
    confirm,
    /** Confirms a gift again, from another tab. */
    async repeat(): Promise<void> {
      if (gifts.length > 0) await confirm(random.pick(gifts));
    },
  };
}
