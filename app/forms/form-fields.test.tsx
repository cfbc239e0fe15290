import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { forms } from "../../generated/forms.ts";
import { type FieldTable, isSecret } from "./fields.ts";
import { FormFields } from "./form-fields.tsx";

const tables = forms
  .map(({ path, form }) => ({ path, fields: form.fields as FieldTable }))
  .filter(({ fields }) => Object.values(fields).some(({ label }) => label));

const unescaped = (html: string) => html.replaceAll("&#x27;", "'").replaceAll("&amp;", "&");

describe.each(tables)("$path", ({ fields }) => {
  const names = Object.keys(fields);
  const state = {
    form: null,
    values: Object.fromEntries(names.map((name) => [name, `typed-${name}`])),
    errors: Object.fromEntries(names.map((name) => [name, `wrong-${name}`])),
    unsent: null,
  };
  // Some choices are known only to the page.
  const only = Object.fromEntries(
    names.map((name) => [name, { options: fields[name]?.options ?? [] }]),
  );
  const html = unescaped(
    renderToStaticMarkup(<FormFields form={{ fields }} state={state} only={only} />),
  );

  it.each(names)("%s is rendered as it was typed, with its error, unless it's secret", (name) => {
    const field = fields[name] as FieldTable[string];
    const isRendered = field.label !== undefined;
    expect(html.includes(`name="${name}"`)).toBe(isRendered);
    expect(html.includes(`wrong-${name}<`)).toBe(isRendered);
    if (!isRendered) return;
    expect(html).toContain(`>${field.label}<`);
    const isText = field.as !== "radio" && field.as !== "select" && field.as !== "file";
    expect(html.includes(`typed-${name}"`) || html.includes(`typed-${name}<`)).toBe(
      isText && !isSecret(field),
    );
  });
});
