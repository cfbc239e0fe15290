import { expect, it } from "vitest";
import data from "#prisma/data/schools.json" with { type: "json" };
import { fold } from "../text.ts";
import { rankOf, searchTextOf } from "./search.ts";

const miami = searchTextOf({
  name: "Miami (FL)",
  university: "University of Miami",
  nickname: "Hurricanes",
  city: "Coral Gables",
  monogram: "MIA",
  aliases: ["the u", "Canes"],
});

it("has one name per line, folded to lower case without accents", () => {
  expect(miami.split("\n")).toEqual([
    "miami (fl)",
    "university of miami",
    "hurricanes",
    "coral gables",
    "mia",
    "the u",
    "canes",
  ]);
});

it("has an empty line for a monogram that is derived from the name", () => {
  const school = { name: "Hawaiʻi", university: "", nickname: "", city: "", aliases: ["Mānoa"] };
  for (const monogram of [null, undefined, ""]) {
    expect(searchTextOf({ ...school, monogram })).toBe("hawaii\n\n\n\n\nmanoa");
  }
});

it.each([
  ["miami (fl)", 0],
  ["mia", 0],
  ["hurricanes", 1],
  ["the u", 1],
  ["canes", 1],
  ["miami", 2],
  ["fl", 3],
  ["(fl", 3],
  ["hurr", 4],
  ["coral gables", 4],
  ["gab", 4],
  ["u", 4],
  ["ables", 5],
  ["ia", 5],
])("%j has the rank %i", (folded, rank) => {
  expect(rankOf(miami, folded)).toBe(rank);
});

it("every school matches its name and monogram best, then its nickname and aliases", () => {
  for (const school of data.schools) {
    const rank = (text: string) => rankOf(searchTextOf(school), fold(text));
    expect([school.name, school.monogram].map(rank)).toEqual([0, 0]);
    for (const text of [school.nickname, ...school.aliases]) {
      expect(rank(text), text).toBeLessThanOrEqual(1);
    }
  }
});
