/** What a form never sends back: fields that it doesn't declare, and those that are secret. */
import { expect, it } from "vitest";
import { forms } from "../../generated/forms.ts";
import { CODE_FIELDS } from "../second-factor.tsx";
import { type FieldTable, restorable, secretsIn } from "./fields.ts";

const tables = forms.map(({ path, form }) => ({ path, fields: form.fields as FieldTable }));

it("a field that hides its text, or takes a code, is secret without saying so", () => {
  const fields: FieldTable = {
    name: { label: "Name" },
    password: { as: "password" },
    key: { type: "password", label: "Key" },
    code: { autoComplete: "one-time-code" },
    account: { secret: true },
  };
  expect(secretsIn(fields)).toEqual(["password", "key", "code", "account"]);
  const sent = new URLSearchParams({
    name: "a",
    password: "b",
    key: "c",
    account: "d",
    other: "e",
  });
  expect(restorable(fields, sent)).toEqual([["name", "a"]]);
});

it("the secrets of all forms are these", () => {
  const secrets = new Set(tables.flatMap(({ fields }) => secretsIn(fields)));
  expect([...secrets].sort()).toEqual([
    "apiKey",
    "challenge",
    "code",
    "current_password",
    "mfa_code",
    "new_password",
    "password",
    "payee",
    "response",
    "token",
  ]);
  expect(secretsIn(CODE_FIELDS)).toEqual(["app", "recovery"]);
});

it("no field that sounds like a secret is sent back by accident", () => {
  const PUBLIC = ["platform_code", "maxKeyDailyCents"];
  const sounds = /password|code|token|challenge|response|secret|key|payee/i;
  // Its fields are named after columns of files.
  const others = tables.filter(({ path }) => path !== "/school/settings/columns");
  const sentBack = others.flatMap(({ path, fields }) =>
    Object.keys(fields)
      .filter((name) => !secretsIn(fields).includes(name) && !PUBLIC.includes(name))
      .filter((name) => sounds.test(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(sentBack).toEqual([]);
});
