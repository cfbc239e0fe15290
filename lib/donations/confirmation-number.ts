/**
 * Confirmation numbers: what a school calls a gift in its own books. The donor's receipt shows it forever, so it has to be
 * one, and not what a spreadsheet or a person writes where one is missing.
 */
import type { z } from "zod";
import { addViolation, text } from "../fields.ts";

/** `#N/A`, `#REF!`, `#DIV/0!`, `#####`, `Err:502`, in every language. */
const ERROR = /^(#[^\s1-9]*|err:\d+)$/i;
const EXPONENT = /^[-+]?\d[\d.,]*\s?e[-+]?\d+$/i;
/** In lower case, without anything but letters and digits. */
const PLACEHOLDERS =
  "na nv nil none null nan void empty blank missing tba tbc tbd tobedetermined tobeconfirmed todo pending unknown " +
  "undefined unavailable error notapplicable notavailable yes no true false ok okay done same ditto asabove seeabove";
const isPlaceholderWord = (word: string) =>
  /^(0*|x*)$/.test(word) || PLACEHOLDERS.split(" ").includes(word);

/** What a text is if it stands where a value is missing or lost: "a placeholder". */
function placeholderIn(text: string): string | undefined {
  const value = text.trim();
  if (ERROR.test(value)) return "a spreadsheet's error";
  if (EXPONENT.test(value)) return "a number in exponent form, which has lost digits";
  if (value.includes("\ufffd")) return "text that a conversion has damaged";
  const word = value.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return text !== "" && isPlaceholderWord(word) ? "a placeholder" : undefined;
}

/** Reports what stands for a missing value. @returns whether it does */
export function checkPlaceholder(context: z.core.ParsePayload<string>): boolean {
  const placeholder = placeholderIn(context.value);
  if (placeholder) addViolation(context, "value_error", `Value is ${placeholder}`);
  return placeholder !== undefined;
}

export const confirmationNumber = text({ min: 1, max: 40 })
  .check((context) => {
    if (checkPlaceholder(context) || /^[A-Za-z0-9 /.#_-]*$/.test(context.value)) return;
    const message = "Value must consist of letters (A to Z), digits, spaces, and - / . # _";
    addViolation(context, "value_error", message);
  })
  .meta({ pattern: "^[A-Za-z0-9 /.#_-]+$" });

/** Whether a text is one. What a platform calls a credit may be anything. */
export const isConfirmationNumber = (value: string): boolean =>
  confirmationNumber.safeParse(value).success;
