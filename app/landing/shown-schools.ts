import type { SchoolBranding } from "#lib/schools/contract.ts";

/** Chosen for colors that look good together. Missing ones are replaced by other schools of the directory. */
const TICKETS = ["texas", "penn-state", "lsu"];
const BAND =
  "missouri oregon ucla kansas tennessee army north-carolina florida boise-state syracuse".split(
    " ",
  );

function choose(looks: Map<string, SchoolBranding>, ids: string[]): SchoolBranding[] {
  const preferred = ids.flatMap((id) => looks.get(id) ?? []);
  const others = [...looks.values()].filter(({ school_id }) => !ids.includes(school_id));
  return [...preferred, ...others].slice(0, ids.length);
}

/** The schools on the landing page's tickets and in its row of tiles. */
export const shownSchools = (looks: Map<string, SchoolBranding>) => ({
  onTickets: choose(looks, TICKETS),
  inBand: choose(looks, BAND),
});
