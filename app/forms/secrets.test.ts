/** What a form never sends back is declared by the form: here, a field that sounds secret or hides its text needs it. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { PASSKEY_FIELDS } from "./passkey-answer.ts";

const APP = path.join(import.meta.dirname, "..");
const SOUNDS_SECRET = /password|code|token|challenge|response|secret|apikey|payee/i;
/** Read, but not secret. */
const PUBLIC = ["platform_code"];

const sources = globSync("**/*.{ts,tsx}", { cwd: APP })
  .filter((file) => !file.includes(".test.") && !file.startsWith("embed/"))
  .map((file) => ({ file, text: readFileSync(path.join(APP, file), "utf8") }));

const withForms = sources.filter(({ text }) =>
  /\b(public|portal|session|staff)Form\(/.test(text.replace(/function \w+\(/g, "")),
);

function secretsIn(text: string): string[] {
  const declared = [...text.matchAll(/\bsecrets: (\[[^\]]*\]|PASSKEY_FIELDS)/g)].map(
    ([, it]) => it,
  );
  const own = declared.flatMap((list = "") => [...list.matchAll(/"(\w+)"/g)].map(([, it]) => it));
  const passkey = declared.some((list) => list?.includes("PASSKEY_FIELDS")) ? PASSKEY_FIELDS : [];
  return [...(own as string[]), ...passkey];
}

describe.each(withForms)("$file", ({ text }) => {
  it("declares the secrets that it reads", () => {
    const read = text.matchAll(
      /(?:\bfields\.get(?:All)?\(|\b(?:typed|required)\(\s*[\w.]+,\s*)"(\w+)"/g,
    );
    const names = [...read].map(([, name]) => name as string);
    const answers = /\breadAnswer\(/.test(text) ? PASSKEY_FIELDS : [];
    const passwords = /\bwithPassword\(/.test(text) ? ["password"] : [];
    const secret = [...names, ...answers, ...passwords].filter((name) => SOUNDS_SECRET.test(name));
    const undeclared = secret.filter((name) => !PUBLIC.includes(name));
    expect(secretsIn(text)).toEqual(expect.arrayContaining(undeclared));
  });
});

it("every field that hides what's typed, or takes a code, is a secret of some form", () => {
  const declared = new Set(withForms.flatMap(({ text }) => secretsIn(text)));
  const hidden = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/<(?:PasswordField|Field|Input|input)\b[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => /^<PasswordField|type="password"|one-time-code/.test(tag))
      .map((tag) => `${file}: ${/\b(?:name|id)="(\w+)"/.exec(tag)?.[1]}`),
  );
  expect(hidden.length).toBeGreaterThan(4);
  expect(hidden.filter((one) => !declared.has(one.split(": ")[1] ?? ""))).toEqual([]);
});
