import { type Fact, Facts } from "#components/portal/facts.tsx";
import type { CardholderDonation } from "#lib/donations/contract.ts";

const CADENCES = { monthly: "Every month", quarterly: "Every three months" } as const;
const CHANNELS = {
  bank: "Your bank",
  portal: "This portal",
  embed: "Your bank’s app",
} as const;

/** The secondary details of a donation. */
export function DonationFacts({
  donation,
  bankName,
}: {
  donation: CardholderDonation;
  bankName: string | undefined;
}) {
  const { loyalty_program_id: program, cardholder_message: message } = donation;
  const facts: (Fact | false)[] = [
    bankName !== undefined && {
      name: "Points from",
      value: program ? `${bankName}, program ${program}` : bankName,
    },
    { name: "Given through", value: CHANNELS[donation.channel] },
    donation.recurrence_cadence !== null && {
      name: "Repeats",
      value: CADENCES[donation.recurrence_cadence],
    },
    message !== null &&
      message !== "" && {
        name: "Your note",
        value: <span className="whitespace-pre-wrap">{message}</span>,
      },
    {
      name: "Reference",
      value: <span className="break-all font-mono text-small">{donation.donation_id}</span>,
    },
  ];
  return <Facts facts={facts.filter((fact) => fact !== false)} />;
}
