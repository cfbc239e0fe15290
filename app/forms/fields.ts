/**
 * A form's fields, each declared once. The page renders them (form-fields.tsx). The route reads them, reports what is
 * wrong with them, and knows what a form that comes back may contain (form-route.ts).
 */
import type { ComponentProps, ReactNode } from "react";
import type { z } from "zod";
import { InvalidInput } from "#lib/errors.ts";
import { violationsOf } from "#lib/http/violations.ts";
import {
  type ErrorMessages,
  type FieldMessages,
  FORM,
  FormError,
  toFormErrors,
} from "./form-errors.ts";

export type FormField = ComponentProps<"input"> & {
  /** A field without a label is rendered by its page. */
  label?: string;
  help?: ReactNode | (() => string);
  /** At the end of its box, such as a color picker. */
  end?: ReactNode;
  /** What it's entered in, unless that is a line of text. */
  as?: "area" | "email" | "file" | "password" | "radio" | "select";
  rows?: number;
  /** The choices of a select (`text`), or of radio buttons (`label`, `help`). */
  options?: { value: string; text?: string; label?: ReactNode; help?: ReactNode }[];
  /** The message for a blank field. Without one, a blank field is null or empty text, whichever the schema takes. */
  blank?: string;
  /** The message if the schema or the domain rejects it. By default, the limit in characters. */
  message?: FieldMessages;
  /** Never sent back to the page. Fields that hide their text, or take a code, are always secret. */
  secret?: true;
  /** Makes it a file, of at most this size. A form has at most one. */
  maxBytes?: number;
  /** Reads what was typed. By default, text without surrounding spaces; a password is kept as it is. */
  read?(typed: string): unknown;
};

export type FieldTable = Record<string, FormField>;

/** What a form's `submit` gets: the schema's output or, without a schema, the text of each field. */
export type Values<Fields, Schema> = Schema extends z.ZodType
  ? z.output<Schema>
  : { [Name in keyof Fields]: string };

export type FormDefinition = {
  fields?: FieldTable;
  /** The domain's own schema, which the fields are checked against. */
  schema?: z.ZodObject | undefined;
  /** Messages for errors of the domain, by their code, and for the form as a whole (`FORM`). */
  messages?: ErrorMessages;
};

/** Text on one line, without surrounding spaces. Other control characters are left for the schema to reject. */
export const collapseWhitespace = (typed: string): string => typed.replace(/\s+/g, " ").trim();

const maxCharacters = (characters: number): string =>
  `Use up to ${characters} characters on one line.`;

/** Why someone does it. */
export const REASON: FormField = {
  label: "Reason",
  blank: "Enter a reason.",
  read: collapseWhitespace,
};

export const EMAIL: FormField = {
  as: "email",
  label: "Email address",
  blank: "Enter your email address.",
  message: "Enter a complete email address, such as name@example.com.",
};

export const isSecret = ({ secret, as, type, autoComplete }: FormField) =>
  secret ?? (as === "password" || type === "password" || autoComplete === "one-time-code");

export const secretsIn = (fields: FieldTable = {}): string[] =>
  Object.keys(fields).filter((name) => isSecret(fields[name] as FormField));

/** A field that each row of a list has is called `number:G-…`. */
const declaredName = (name: string) => name.split(":", 1)[0] ?? "";

/** What a form that comes back contains: the fields that it declares, without secrets. */
export function restorable(fields: FieldTable = {}, sent: URLSearchParams): [string, string][] {
  const secrets = secretsIn(fields);
  const isKept = (name: string) => Object.hasOwn(fields, name) && !secrets.includes(name);
  return [...sent].filter(([name]) => isKept(declaredName(name)));
}

const trimmed = (typed: string) => typed.replaceAll("\r\n", "\n").trim();
const unchanged = (typed: string) => typed;

/** An optional value's schema. */
type Wrapped = z.ZodType & { unwrap?(): Wrapped };

function maxLengthOf(schema: Wrapped | undefined): number | undefined {
  return (
    (schema?.meta()?.maxLength as number | undefined) ??
    (schema?.unwrap && maxLengthOf(schema.unwrap()))
  );
}

/** The messages for a form's errors. An error at a field that isn't shown is one of the form as a whole. */
export function messagesOf({ fields = {}, schema, messages }: FormDefinition): ErrorMessages {
  const shown = Object.entries(fields).filter(([, { label, message }]) => label || message);
  const ofFields = shown.map(([name, { message }]): [string, FieldMessages] => {
    const limit = maxLengthOf(schema?.shape[name]);
    return [name, message ?? (limit === undefined ? {} : maxCharacters(limit))];
  });
  return { ...Object.fromEntries(ofFields), ...messages };
}

/** What a blank field means to its schema, and what one that the form was sent without. */
const blankFor = (schema: z.ZodType | undefined, isMissing: boolean) => {
  const blanks = isMissing ? [undefined, null, ""] : [null, ""];
  return schema ? blanks.find((value) => schema.safeParse(value).success) : "";
};

const isEmpty = (value: unknown) => value === "" || (Array.isArray(value) && value.length === 0);

/**
 * Reads what was typed, without checking it.
 * @returns each field's value, and a message for each that must not be blank
 */
export function readTyped({ fields = {}, schema }: FormDefinition, sent: URLSearchParams) {
  const values: Record<string, unknown> = {};
  const blank: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    const { read = field.as === "password" ? unchanged : trimmed } = field;
    const typed = sent.get(name);
    const value = read(typed ?? "");
    if (field.blank && isEmpty(value)) blank[name] = field.blank;
    const isBlank = typed === null || isEmpty(value);
    values[name] = isBlank ? blankFor(schema?.shape[name], typed === null) : value;
  }
  return { values, blank };
}

/**
 * Reads and checks a submitted form's fields.
 * @throws FormError with a message for each field that is blank or rejected, in the fields' order
 */
export function readValues(form: FormDefinition, sent: URLSearchParams): Record<string, unknown> {
  const { values, blank } = readTyped(form, sent);
  const { error, data = values } = form.schema?.safeParse(values) ?? {};
  if (!error && Object.keys(blank).length === 0) return data;
  const rejected = new InvalidInput(error ? violationsOf(error, "body", values) : []);
  const errors = { ...toFormErrors(rejected, messagesOf(form)), ...blank };
  const names = [FORM, ...Object.keys(form.fields ?? {})].filter((name) => errors[name]);
  throw new FormError(Object.fromEntries(names.map((name) => [name, errors[name] ?? ""])));
}
