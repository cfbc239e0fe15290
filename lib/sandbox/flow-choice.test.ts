import { expect, it } from "vitest";
import { embedTokenRequest } from "../embed/contract.ts";
import { themeOf } from "../embed/theme.ts";
import { choiceIn, listOptions, requestFor } from "./flow-choice.ts";

const FIELDS = ["amount", "school", "theme"] as const;
const valuesOf = (field: (typeof FIELDS)[number]) => listOptions(field).map(({ value }) => value);

it("makes a request that the API takes, with a theme that it uses, of every choice", () => {
  for (const amount of valuesOf("amount")) {
    for (const school of valuesOf("school")) {
      for (const theme of valuesOf("theme")) {
        const request = requestFor({ amount, school, theme });
        const read = embedTokenRequest.parse({ service_user_id: "1", ...request });
        expect(themeOf(read.theme_override ?? {})).toEqual(read.theme_override ?? {});
      }
    }
  }
});

it("takes the first for whatever is not known", () => {
  const first = { amount: "25", school: "ohio-state", theme: "harbor" };
  expect(choiceIn(new URLSearchParams())).toEqual(first);
  expect(choiceIn(new URLSearchParams({ amount: "constructor", theme: "<b>" }))).toEqual(first);
  expect(choiceIn(new URLSearchParams({ amount: "none" })).amount).toBe("none");
});
