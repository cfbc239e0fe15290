/** Our own format: everything we know, one column each. Made to be opened in a spreadsheet, filled in, and uploaded. */
import { creditsOf, type FileContext, type FileLine, fundCodeOf, giftDateOf } from "./line.ts";

type Column = { about: string; value: (line: FileLine, context: FileContext) => string };

/** The columns, in order, with what docs/batches.md says about each. */
export const OWN_COLUMNS: Record<string, Column> = {
  gift_number: {
    about: "Our number for the gift. It never changes, and no other gift has it.",
    value: ({ gift }) => gift.number,
  },
  donation_id: {
    about: "The gift's ID in our API.",
    value: ({ donationId }) => donationId,
  },
  batch: { about: "The batch's number.", value: (_, { number }) => String(number) },
  line: {
    about: "The gift's line in the batch, counted from 1.",
    value: ({ position }) => String(position),
  },
  gift_date: {
    about:
      "The date of the gift, as its receipt states it: `2026-11-21`. Empty if that is the day on which you confirm it.",
    value: ({ gift }, { settings }) => giftDateOf(gift, settings),
  },
  date_given: {
    about: "The day the gift was accepted, in your time zone.",
    value: ({ gift }) => gift.date,
  },
  amount: {
    about: "The amount in US dollars, with two decimals: `1234.50`.",
    value: ({ amount }) => amount,
  },
  donor_number: {
    about:
      "The donor's number at your foundation, the same for each of their gifts. Empty if the bank gave.",
    value: ({ gift }) => gift.donor?.number ?? "",
  },
  donor_name: {
    about: "The donor's name, or their email address if we have no name.",
    value: ({ gift }) => gift.donor?.name ?? "",
  },
  donor_email: {
    about: "The donor's email address.",
    value: ({ gift }) => gift.donor?.email ?? "",
  },
  bank_number: {
    about: "The bank's number at your foundation.",
    value: ({ gift }) => gift.bank.number,
  },
  bank_name: { about: "The bank whose points were given.", value: ({ gift }) => gift.bank.name },
  hard_credit: {
    about: "The number of whoever gets the hard credit, by your settings: the donor or the bank.",
    value: ({ gift }, { settings }) => creditsOf(gift, settings).hard.number,
  },
  soft_credit: {
    about: "The number of whoever gets the soft credit. Empty if there is nobody else.",
    value: ({ gift }, { settings }) => creditsOf(gift, settings).soft?.number ?? "",
  },
  fund_id: {
    about: "The fund's ID in our directory. Empty if the gift names none of your funds.",
    value: ({ gift }) => gift.fund.id ?? "",
  },
  fund_name: {
    about: "The fund's name, or the designation as it was written.",
    value: ({ gift }) => gift.fund.name,
  },
  fund_code: {
    about: "Your code for the fund, or its name.",
    value: ({ gift }, { settings }) => fundCodeOf(gift, settings),
  },
  appeal: { about: "Your appeal code.", value: (_, { settings }) => settings.appeal },
  payment_method: {
    about: "Your code for the payment method.",
    value: (_, { settings }) => settings.paymentMethod,
  },
  bank_reference: { about: "The bank's reference.", value: ({ gift }) => gift.reference },
  message: { about: "The donor's message.", value: ({ gift }) => gift.message ?? "" },
  confirmation_number: {
    about: "Empty. Fill in your number, and upload the file to confirm the gift.",
    value: () => "",
  },
  refusal_reason: {
    about: "Empty. Fill in a reason instead to refuse the gift.",
    value: () => "",
  },
};
