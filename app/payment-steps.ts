import type { Step } from "#components/ui/timeline.tsx";
import { formatDay } from "#lib/dates.ts";

type PaymentDates = { remitted_on: string | null; cleared_on: string | null };

/** The last two of a gift's four dates: when the bank's payment for it was sent and received. */
export const paymentSteps = ({ remitted_on: sent, cleared_on: received }: PaymentDates): Step[] =>
  sent === null || received === null
    ? []
    : [
        { tone: "completed", title: "Paid by the bank", text: formatDay(sent) },
        { tone: "completed", title: "Payment received", text: formatDay(received) },
      ];
