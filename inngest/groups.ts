/** What the functions that carry groups have in common. */

/**
 * So many groups are attempted at a time, each for as long as its slowest call, 15 seconds at most. A target that isn't
 * known to answer well has a lane for each bank, and its bank is the owner (lib/jobs/groups.ts).
 */
export const GROUP_SLOTS = [
  { key: "event.data.lane", limit: 2 },
  { key: "event.data.owner", limit: 8 },
] as const;

/** After so many attempts a new run continues: the history of each stays small. */
export const ATTEMPTS_PER_RUN = 50;
