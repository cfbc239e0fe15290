import type { SchoolLook } from "#lib/schools/contract.ts";

/** Colors that look well beside each other; other directories show what they have. */
const TICKETS = ["texas", "penn-state", "lsu"];
const BAND = [
  ...["missouri", "oregon", "ucla", "kansas", "tennessee"],
  ...["army", "north-carolina", "florida", "boise-state", "syracuse"],
];

function choose(looks: Map<string, SchoolLook>, ids: string[]): SchoolLook[] {
  const wanted = ids.flatMap((id) => looks.get(id) ?? []);
  const others = [...looks.values()].filter(({ school_id }) => !ids.includes(school_id));
  return [...wanted, ...others].slice(0, ids.length);
}

/** The schools on the landing page's tickets and in its band. */
export const shownSchools = (looks: Map<string, SchoolLook>) => ({
  onTickets: choose(looks, TICKETS),
  inBand: choose(looks, BAND),
});
