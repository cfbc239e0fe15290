/** What a bank's team chooses about a correction: in the URL until it's requested. */
import type { FieldTable } from "#app/forms/fields.ts";
import type { ErrorMessages } from "#app/forms/form-errors.ts";
import { correctionRequest } from "#lib/corrections/contract.ts";
import type { Violation } from "#lib/errors.ts";
import { checkBody } from "#lib/http/request.ts";
import { parseDollars } from "#lib/money.ts";

/** A gift on its way is canceled, a confirmed one reversed or redirected. */
export const KINDS_OF: Record<string, { value: string; label: string; help: string }[]> = {
  pending: [
    {
      value: "cancel",
      label: "Cancel it",
      help: "If the school turns out to have credited it, it’s reversed.",
    },
  ],
  completed: [
    { value: "reverse", label: "Reverse it", help: "The school gives up the credit, or a part." },
    {
      value: "redirect",
      label: "Redirect it",
      help: "The school gives up the credit, and a new gift takes its place.",
    },
  ],
};

export const CHOICES: FieldTable = {
  kind: { as: "radio", label: "What to do" },
  dollar_amount: {
    label: "Amount",
    help: "Leave it blank for all that’s left.",
    inputMode: "decimal",
    autoComplete: "off",
  },
  school_id: { as: "select", label: "New school, for a redirect" },
  fund_designation: {
    label: "New fund, for a redirect",
    help: "Its name or ID.",
    autoComplete: "off",
  },
};

const sentence = ({ msg }: Violation) => `${msg.replace(/\.$/, "")}.`;

export const MESSAGES: ErrorMessages = {
  kind: "Choose what to do.",
  dollar_amount: (violation: Violation) =>
    /limit|minimum/.test(violation.type)
      ? sentence(violation)
      : "Enter an amount, such as 25 or 25.50.",
  school_id: sentence,
  fund_designation: "Enter the new fund’s name or ID.",
  CORRECTION_NOT_POSSIBLE:
    "This gift can’t be corrected in this way now: it may have changed, be too old, or have a correction under way.",
  BANK_SUSPENDED:
    "While your bank is suspended, gifts can be canceled and reversed, not redirected.",
};

export type Choices = Partial<Record<keyof typeof CHOICES, string>>;

/** @param ref its idempotency key @throws InvalidInput */
export function requestOf(chosen: Choices, { reason, ref }: { reason: string; ref: string }) {
  const { kind, dollar_amount: amount, school_id, fund_designation } = chosen;
  const isRedirect = kind === "redirect";
  return checkBody(correctionRequest, {
    kind,
    correction_ref: ref,
    reason,
    dollar_amount: amount && kind !== "cancel" ? (parseDollars(amount) ?? amount) : null,
    school_id: (isRedirect && school_id) || null,
    fund_designation: (isRedirect && fund_designation) || null,
  });
}
