/** Reads what was typed. */
import { FormError } from "./form-errors.ts";

/** Typed text without surrounding spaces and line breaks; undefined if the form doesn't have its field. */
export const oneLine = (typed: string | null | undefined): string | undefined =>
  typed?.replace(/\s+/g, " ").trim();

/** A field without surrounding spaces; undefined if it is missing or blank. */
export const typed = (fields: URLSearchParams, name: string): string | undefined =>
  fields.get(name)?.trim() || undefined;

/** A field that an attempt needs. @throws FormError if it is blank */
export function required(fields: URLSearchParams, name: string, message: string): string {
  const value = typed(fields, name);
  if (!value) throw new FormError({ [name]: message });
  return value;
}

export const maxCharacters = (characters: number): string =>
  `Use up to ${characters} characters on one line.`;

export const EMAIL_MESSAGES = {
  missing: "Enter your email address.",
  other: "Enter a complete email address, such as name@example.com.",
};
