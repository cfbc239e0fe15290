import { expect, it } from "vitest";
import data from "#prisma/data/schools.json" with { type: "json" };
import { fold } from "../text.ts";
import { relevanceOf, searchTextOf } from "./search.ts";

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
    ...["miami (fl)", "university of miami", "hurricanes", "coral gables", "mia", "the u", "canes"],
  ]);
});

it("has no line for a monogram that is derived from the name", () => {
  const school = { name: "Hawaiʻi", university: "", nickname: "", city: "", aliases: ["Mānoa"] };
  for (const monogram of [null, undefined, ""]) {
    expect(searchTextOf({ ...school, monogram })).toBe("hawaii\n\n\n\nmanoa");
  }
});

it.each([
  ["miami (fl)", 0],
  ["mia", 1],
  ["the u", 1],
  ["miami", 2],
  ["hurricanes", 3],
  ["coral", 3],
  ["ca", 3],
  ["gables", 4],
])("%j matches with relevance %i", (folded, relevance) => {
  expect(relevanceOf(miami, folded)).toBe(relevance);
});

it("every school matches its name best, then its monogram and aliases", () => {
  for (const school of data.schools) {
    const relevance = (text: string) => relevanceOf(searchTextOf(school), fold(text));
    expect(relevance(school.name)).toBe(0);
    for (const text of [school.monogram, ...school.aliases]) {
      expect(relevance(text), text).toBe(fold(text) === fold(school.name) ? 0 : 1);
    }
  }
});
