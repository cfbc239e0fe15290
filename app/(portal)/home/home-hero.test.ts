import { expect, it } from "vitest";
import { firstNameOf } from "./home-hero.tsx";

it.each([
  ["Jordan Sample", "Jordan"],
  [" Anne-Marie  Sample", "Anne-Marie"],
  ["Jordan", "Jordan"],
  ["Dr. Jordan Sample", "Dr. Jordan Sample"],
  ["J. Sample", "J. Sample"],
  ["김 민수", "김 민수"],
])("%j is greeted as %j", (name, expected) => {
  expect(firstNameOf(name)).toBe(expected);
});
