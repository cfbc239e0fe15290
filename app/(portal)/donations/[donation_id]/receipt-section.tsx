import { FormStatus } from "#app/form-page.tsx";
import { FormFields } from "#app/forms/form-fields.tsx";
import type { FormState } from "#app/forms/form-state.ts";
import { pathWithQuery } from "#app/paths.ts";
import { Facts } from "#components/portal/facts.tsx";
import { Button, ButtonLink, TextLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/page.tsx";
import { formatDay } from "#lib/dates.ts";
import type { Receipt } from "#lib/receipts/contract.ts";
import { exactDollars } from "#lib/receipts/deductibility.ts";
import { forms } from "./forms.ts";

type ReceiptSectionProps = {
  receipt: Receipt;
  /** Earlier ones, which it replaces. */
  replaced: Receipt[];
  /** The resend form's state, if it was rejected. */
  state: FormState | null;
  /** The address that the receipt was just emailed to. */
  sentTo: string | undefined;
};

/** Emails the receipt again, to the donor or another address. */
function ResendForm({ receipt, state, sentTo }: Omit<ReceiptSectionProps, "replaced">) {
  return (
    <details className="mt-1" open={state !== null || sentTo !== undefined}>
      <summary className="link-alone">Email it again</summary>
      <div className="mt-1 grid max-w-form gap-2">
        <FormStatus title="The receipt wasn’t emailed" state={state} />
        {!state && sentTo !== undefined && (
          <Notice tone="completed" urgent title="Receipt sent">
            <p>On its way to {sentTo}</p>
          </Notice>
        )}
        <Form
          method="post"
          action={`/donations/${receipt.donation_id}/receipt/resend`}
          className="grid gap-2"
        >
          <FormFields
            form={forms["receipt/resend"]}
            state={state}
            saved={{ email: receipt.donor_email }}
          />
          <div>
            <Button look="quiet">Email the receipt</Button>
          </div>
        </Form>
      </div>
    </details>
  );
}

export function ReceiptSection({ receipt, replaced, state, sentTo }: ReceiptSectionProps) {
  const path = `/donations/${receipt.donation_id}/receipt`;
  const facts = {
    "Date of gift": formatDay(receipt.donation_date),
    "Received by": receipt.organization.name,
    Amount: exactDollars(receipt.dollar_amount),
  };
  return (
    <Section
      id="receipt"
      title="Receipt"
      intro={receipt.specimen && "A sample from a sandbox: it isn’t a valid receipt."}
    >
      {receipt.correction && <p>{receipt.correction.reason}</p>}
      <Facts facts={facts} />
      <div className="mt-2 grid gap-1 text-small">
        {receipt.statement.split("\n\n").map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <ButtonLink look="quiet" href={path}>
          View the receipt
        </ButtonLink>
        <ButtonLink look="quiet" href={`${path}/pdf`}>
          Open the PDF
        </ButtonLink>
      </div>
      {replaced.map(({ receipt_number: number }) => (
        <p key={number} className="mt-1 text-small">
          <TextLink href={pathWithQuery(path, { number })}>Receipt {number}</TextLink> was replaced.
          Don’t use it for your taxes.
        </p>
      ))}
      <ResendForm receipt={receipt} state={state} sentTo={sentTo} />
    </Section>
  );
}
