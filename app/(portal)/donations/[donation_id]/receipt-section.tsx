import type { FormState } from "#app/forms/form-state.ts";
import { Facts } from "#components/portal/facts.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Section } from "#components/ui/page.tsx";
import { formatDay } from "#lib/email/templates/dates.ts";
import type { Receipt } from "#lib/receipts/contract.ts";
import { exactDollars } from "#lib/receipts/deductibility.ts";
import { ResendForm } from "./resend-form.tsx";

type Shown = {
  receipt: Receipt;
  /** The resend form's state, if it was refused. */
  state: FormState | null;
  /** The address it was just emailed to. */
  sentTo: string | undefined;
};

/** A completed donation's receipt, with links to view, download, and resend it. */
export function ReceiptSection({ receipt, state, sentTo }: Shown) {
  const address = `/donations/${receipt.donation_id}/receipt`;
  const facts = [
    { name: "Number", value: receipt.receipt_number },
    { name: "Date of gift", value: formatDay(receipt.donation_date) },
    { name: "Received by", value: receipt.organization.name },
    { name: "Amount", value: exactDollars(receipt.dollar_amount) },
  ];
  return (
    <Section
      id="receipt"
      title="Receipt"
      intro={receipt.specimen && "A specimen from a sandbox: it isn’t a valid receipt."}
    >
      <Facts facts={facts} />
      <div className="mt-2 grid gap-1 text-small">
        {receipt.statement.split("\n\n").map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <ButtonLink look="quiet" href={address}>
          View the receipt
        </ButtonLink>
        <ButtonLink look="quiet" href={`${address}/pdf`}>
          Open the PDF
        </ButtonLink>
      </div>
      <ResendForm receipt={receipt} state={state} sentTo={sentTo} />
    </Section>
  );
}
