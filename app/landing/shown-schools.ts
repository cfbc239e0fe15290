import type { SchoolBranding } from "#lib/schools/contract.ts";

/** Chosen for colors and motifs that look good together. Missing ones are replaced by other schools of the directory. */
const TICKETS = ["texas", "michigan-state", "lsu"];
const BAND = "missouri florida oregon minnesota ucla army tennessee kansas colorado syracuse".split(
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
