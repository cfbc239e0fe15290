/** Which schools a text means. Every search for schools asks here. */
import type { Prisma } from "../../generated/prisma/client.ts";
import { db } from "../database/prisma.ts";
import { perProcess } from "../singleton.ts";
import { fold, likeLiteral } from "../text.ts";
import { relevanceOf } from "./search-text.ts";
import { indexWords, type WordIndex } from "./word-index.ts";

type Searched = { id: string; searchText: string };

type Match = {
  /** The schools. */
  where: Prisma.SchoolWhereInput;
  /** How well one of them matches, 0 for the best. */
  relevance(school: Searched): number;
};

const NONE: Match = { where: { id: { in: [] } }, relevance: () => 0 };

const built = perProcess("school word index", () => ({ from: "[]", index: indexWords([]) }));

/** Of all schools as they are now; built anew only if they have changed. */
async function wordIndex(): Promise<WordIndex> {
  const schools = await db().school.findMany({
    select: { id: true, searchText: true },
    orderBy: { id: "asc" },
  });
  const from = JSON.stringify(schools);
  const { index } =
    built().from === from ? built() : built.replace({ from, index: indexWords(schools) });
  return index;
}

/**
 * The schools that contain the text in one of their names. If there are none, those that have its words: in
 * any order, beginning so, or with a typo. It does not depend on other filters of a list.
 */
export async function matchSchools(text: string): Promise<Match> {
  // Accents alone, which people type for an apostrophe, would be folded to a space.
  const folded = fold(text.replace(/[´`]/g, "'"));
  // Text of only accents or apostrophes is folded to nothing, which every name contains. Names have no line
  // breaks, which separate them in the search text.
  if (folded === "" || folded.includes("\n")) return NONE;
  const where = { searchText: { contains: likeLiteral(folded) } };
  if (await db().school.findFirst({ where, select: { id: true } })) {
    return { where, relevance: ({ searchText }) => relevanceOf(searchText, folded.trim()) };
  }
  const found = (await wordIndex())(folded);
  return {
    where: { id: { in: [...found.keys()] } },
    relevance: ({ id }) => found.get(id) ?? 0,
  };
}
