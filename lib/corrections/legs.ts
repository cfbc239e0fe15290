/** The legs of a correction, and who brought them where they are. */
import type { Actor } from "../auth/audit.ts";
import type { Party } from "./contract.ts";
import type { Gift, Legs } from "./sql.ts";

type Leg = Legs["books"];

export const NOT_NEEDED: Leg = { state: "not_needed", at: null, by: null };

export const leg = (state: Leg["state"], by: Party | null, at = new Date()): Leg => ({
  state,
  at: at.toISOString(),
  by,
});

/** One that begins only if there is something to do. */
export const legIf = (isNeeded: boolean): Leg => (isNeeded ? leg("pending", null) : NOT_NEEDED);

/** As a correction begins. */
export const firstLegs = (kind: string, { batch }: Gift, points: number): Legs => ({
  platform_credit: leg("pending", null),
  books: legIf(kind !== "cancel"),
  receipt: legIf(kind !== "cancel"),
  file: legIf(batch === "closed"),
  points: legIf(points > 0),
});

/** After a refusal. */
export const refusedLegs = (by: Party): Legs => ({
  platform_credit: leg("refused", by),
  books: NOT_NEEDED,
  receipt: NOT_NEEDED,
  file: NOT_NEEDED,
  points: NOT_NEEDED,
});

const PARTY_OF: Record<Exclude<Actor["actor"]["kind"], "staff">, Party> = {
  key: "bank",
  cardholder: "donor",
  "service-key": "foundation",
  operator: "operator",
  service: "service",
};

/** The side that someone acts for. */
export function partyOf({ actor, tenant }: Actor): Party {
  if (actor.kind !== "staff") return PARTY_OF[actor.kind];
  if (tenant === "operator") return "operator";
  return tenant?.startsWith("bank:") ? "bank" : "foundation";
}
