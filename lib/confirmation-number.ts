/**
 * Confirmation numbers: what a school calls a gift in its own books. It's on the donor's receipt forever, so it must be a
 * number, and not what a spreadsheet or a person writes where one is missing.
 */
import type { z } from "zod";
import { addViolation, text } from "./fields.ts";

/** `#N/A`, `#REF!`, `#####`, `Err:502`: in every language, none has a digit but 0 (`#DIV/0!`). */
const ERROR = /^(#[^\s1-9]*|err:\d+)$/i;
const EXPONENT = /^[-+]?\d[\d.,]*\s?e[-+]?\d+$/i;

/** Without anything but letters and digits, in lower case. */
const PLACEHOLDERS = new Set(
  (
    "na nv nil none null nan void empty blank missing tba tbc tbd todo pending unknown undefined unavailable error " +
    "notapplicable notavailable tobedetermined tobeconfirmed yes no true false ok okay done same ditto asabove seeabove"
  ).split(" "),
);

/** What a text is if it stands where the value is missing or lost: "a placeholder". Undefined for any other text. */
export function standInIn(typed: string): string | undefined {
  const value = typed.trim();
  if (ERROR.test(value)) return "a spreadsheet’s error";
  if (EXPONENT.test(value))
    return "a number in exponent form, whose digits a spreadsheet has dropped";
  if (value.includes("\ufffd")) return "text that a conversion has damaged";
  const word = value.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return PLACEHOLDERS.has(word) || /^(0*|x*)$/.test(word) ? "a placeholder" : undefined;
}

/** Reports a value that stands for a missing one. @returns whether it is one */
export function checkStandIn(context: z.core.ParsePayload<string>): boolean {
  const standIn = standInIn(context.value);
  if (standIn && context.value !== "") addViolation(context, "value_error", `Value is ${standIn}`);
  return standIn !== undefined;
}

/** A confirmation number in a request. */
export const confirmationNumber = text({ min: 1, max: 40 })
  .check((context) => {
    if (checkStandIn(context) || /^[A-Za-z0-9 /.#_-]*$/.test(context.value)) return;
    const message = "Value must consist of letters (A to Z), digits, spaces, and - / . # _";
    addViolation(context, "value_error", message);
  })
  .meta({ pattern: "^[A-Za-z0-9 /.#_-]+$" });

/** Whether a text is a confirmation number. What a platform calls a credit may be anything. */
export const isConfirmationNumber = (value: string): boolean =>
  confirmationNumber.safeParse(value).success;
