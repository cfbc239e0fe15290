/** The schools that a customer is likely to mean: the preferred one, and those that they follow. */
import type { EmbedScope } from "../auth/scopes.ts";
import { db } from "../db.ts";

const SHOWN = { id: true, name: true, city: true, state: true, conference: true } as const;

/** A school in a list. */
export type LikelySchool = {
  school_id: string;
  name: string;
  city: string;
  state: string;
  conference: string;
};

/** Both, as far as they take donations, each school once. */
export async function likelySchools(
  { cardholderId }: EmbedScope,
  preferredId: string | null,
): Promise<{ preferred: LikelySchool[]; followed: LikelySchool[] }> {
  const rows = await db().school.findMany({
    where: {
      active: true,
      OR: [
        ...(preferredId ? [{ id: preferredId }] : []),
        { followers: { some: { cardholderId } } },
      ],
    },
    orderBy: [{ sortKey: "asc" }, { id: "asc" }],
    select: SHOWN,
  });
  const schools = rows.map(({ id, ...school }) => ({ school_id: id, ...school }));
  return {
    preferred: schools.filter(({ school_id }) => school_id === preferredId),
    followed: schools.filter(({ school_id }) => school_id !== preferredId),
  };
}
