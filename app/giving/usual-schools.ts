/** The schools that a cardholder usually gives to, each with its form filled in as for their last gift to it. */
import { isVoid } from "#components/giving/thank-you.tsx";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import type { ListedSchool } from "#lib/schools/branding.ts";
import { againPath, formPath } from "./choices.ts";

/** How many of the latest gifts are considered. */
export const LATEST_GIFTS = 25;

type Likely = {
  preferred: string | null;
  /** Newest first. */
  gifts: CardholderDonation[];
  followed: { school_id: string }[];
};

type UsualSchool = ListedSchool & { href: string; detail: string };

function detailOf(id: string, last: CardholderDonation | undefined, preferred: string | null) {
  if (last) {
    const fund = last.fund_name ?? last.fund_designation;
    return `Last gift: ${formatDollars(toCents(last.dollar_amount))}, ${fund}`;
  }
  return id === preferred ? "Your preferred school" : "You follow it";
}

/** The preferred school, those of the latest gifts, and the followed ones: active ones only, without duplicates. */
export function usualSchools(
  looks: Map<string, ListedSchool>,
  { preferred, gifts, followed }: Likely,
): UsualSchool[] {
  const given = gifts.filter((gift) => !isVoid(gift));
  const ids = new Set([preferred ?? "", ...[...given, ...followed].map((one) => one.school_id)]);
  return [...ids].flatMap((id) => {
    const school = looks.get(id);
    const last = given.find(({ school_id }) => school_id === id);
    if (!school?.active) return [];
    const href = last ? againPath(last) : formPath(id);
    return { ...school, href, detail: detailOf(id, last, preferred) };
  });
}
