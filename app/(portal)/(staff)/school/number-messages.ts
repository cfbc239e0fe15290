import type { FieldMessages } from "#app/forms/form-errors.ts";

/** What is wrong with a confirmation number that was typed. */
export const NUMBER_MESSAGES: FieldMessages = ({ type, msg }) => {
  if (type === "missing") return "Enter your confirmation number.";
  return type === "value_error" ? `${msg}.` : "Use up to 40 characters.";
};
