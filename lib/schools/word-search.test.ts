import { describe, expect, it } from "vitest";
import data from "#prisma/data/schools.json" with { type: "json" };
import { fold } from "../text.ts";
import { findByWords, searchTextOf } from "./search.ts";

const schools = data.schools.map((school) => ({
  id: school.school_id,
  searchText: searchTextOf(school),
}));
const find = (folded: string) => findByWords(folded, schools);
const found = (text: string) => [...find(fold(text)).keys()].sort();

describe("finds", () => {
  it.each([
    ["a missing letter", "michgan state", ["michigan-state"]],
    ["an additional letter", "wake forrest", ["wake-forest"]],
    ["a wrong letter", "oklahama state", ["oklahoma-state"]],
    ["swapped letters", "ohoi state", ["ohio-state"]],
    ["the first letters swapped", "obise", ["boise-state"]],
    ["a typo in every word", "univeristy of texss at ausitn", ["texas"]],
    ["a typo in an incomplete word", "vandrb", ["vanderbilt"]],
    ["a typo in an alias", "boilr up", ["purdue"]],
    ["a typo in a rallying cry", "geux tigers", ["lsu"]],
    ["a typo in a monogram", "utsaa", ["utsa"]],
    ["a typo in a nickname", "buckeys", ["ohio-state"]],
    ["additional words", "the university of ohio state football", ["ohio-state"]],
    ["missing words", "california berkeley", ["california"]],
    ["another order", "tigers lsu", ["lsu"]],
    ["a name and a nickname", "miami hurricanes", ["miami-fl"]],
    ["a city and a nickname", "houston owls", ["rice"]],
    ["incomplete words", "ohio st.", ["ohio-state"]],
    ["initials", "u. s. c. trojans", ["usc"]],
    ["an initial", "w virginia", ["virginia", "west-virginia"]],
    ["words joined", "rolltide", ["alabama"]],
    ["a hashtag", "#RollTide!", ["alabama"]],
    ["words joined by an apostrophe", "hook'em", ["texas"]],
    ["letters without the ampersand", "texas am", ["texas-am"]],
    ["an ampersand with spaces", "texas a & m", ["texas-am"]],
    ["a hyphen", "k-state", ["kansas-state"]],
  ])("%s: %s", (_what, text, schools) => {
    expect(found(text)).toEqual(schools);
  });

  it("ranks schools by how few words of their name the search lacks", () => {
    const lacking = find("michgan");
    expect(lacking.get("michigan")).toBe(0);
    expect(lacking.get("michigan-state")).toBe(1);
    expect(lacking.get("western-michigan")).toBe(1);
  });
});

describe("finds nothing for", () => {
  it.each([
    "zzzz",
    "hogwarts",
    "villanova",
    "gonzaga",
    "harvard",
    "yale",
    "brown",
    "cornell",
    "denver",
    // Two typos in a word, and one in a short word.
    "micgan",
    "ush",
    "msx",
    // No school has all of these words.
    "army navy",
    "ohio crimson tide",
    // Only filler words.
    "the of",
    "univ",
    "football team",
    // No name contains these characters.
    "ohio; state",
    "%hio state",
    "ohio_state\\",
    "<ohio state>",
    "$1",
    "' or 1=1 --",
    "",
    " ",
    "..",
    "&",
    "\t",
  ])("%j", (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe("limits the cost of a search:", () => {
  const eight = "virginia polytechnic blacksburg hokies vt vpi tech state";

  it("a search has at most eight words and 100 characters", () => {
    expect(found(`the ${eight} university`)).toEqual(["virginia-tech"]);
    expect(found(`${eight} bird`)).toEqual([]);
    expect(found(`${eight} ${"the ".repeat(12)}`)).toEqual([]);
    expect(found(`ohoi state ${"the ".repeat(22)}`)).toEqual(["ohio-state"]);
    expect(found(`ohoi state ${"the ".repeat(23)}`)).toEqual([]);
  });

  it.each([
    ["a long word", "x".repeat(10_000)],
    ["many words", "ohoi sttae ".repeat(1_000)],
    ["many short words", "a b c d e f g h i j k l m n o p ".repeat(100)],
    ["one letter that becomes eighteen", "\ufdfa".repeat(200)],
  ])("%s matches nothing", (_what, text) => {
    expect(found(text)).toEqual([]);
  });
});

it("returns nothing if there are no schools", () => {
  expect([...findByWords("ohio", [])]).toEqual([]);
});
