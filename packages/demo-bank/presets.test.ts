import { expect, it } from "vitest";
import { embedTokenRequest } from "#lib/embed/contract.ts";
import { themeOf } from "#lib/embed/theme.ts";
import { choiceIn, FLOW_FIELDS, presetsFor } from "./presets.ts";

const valuesOf = (field: string) =>
  FLOW_FIELDS.find(({ id }) => id === field)?.options.map(({ value }) => value) ?? [];

it("makes a valid request with a valid theme from every choice", () => {
  for (const amount of valuesOf("amount")) {
    for (const school of valuesOf("school")) {
      for (const theme of valuesOf("theme")) {
        const request = presetsFor({ amount, school, theme });
        const read = embedTokenRequest.parse({ service_user_id: "1", ...request });
        expect(themeOf(read.theme_override ?? {})).toEqual(read.theme_override ?? {});
      }
    }
  }
});

it("replaces unknown values with the first one", () => {
  const first = { amount: "25", school: "open", theme: "harbor" };
  expect(choiceIn(new URLSearchParams())).toEqual(first);
  expect(choiceIn(new URLSearchParams({ amount: "constructor", theme: "<b>" }))).toEqual(first);
  expect(choiceIn(new URLSearchParams({ amount: "none" })).amount).toBe("none");
});
