import type { FormState } from "#app/forms/form-state.ts";
import { FormStatus } from "#app/forms/form-status.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { FOREIGN_RESENDS_A_DAY, type Receipt } from "#lib/receipts/contract.ts";

type Shown = { receipt: Receipt; state: FormState | null; sentTo: string | undefined };

function Outcome({ state, sentTo }: Omit<Shown, "receipt">) {
  if (state) return <FormStatus title="The receipt wasn’t emailed" state={state} />;
  if (sentTo === undefined) return null;
  return (
    <Notice tone="completed" urgent title="Receipt sent">
      <p>On its way to {sentTo}</p>
    </Notice>
  );
}

/** Emails the receipt again, to its original recipient or another address. */
export function ResendForm({ receipt, state, sentTo }: Shown) {
  return (
    <details className="mt-1" open={state !== null || sentTo !== undefined}>
      <summary className="link-alone">Email it again</summary>
      <div className="mt-1 grid max-w-form gap-2">
        <Outcome state={state} sentTo={sentTo} />
        <Form
          method="post"
          action={`/donations/${receipt.donation_id}/receipt/resend`}
          className="grid gap-2"
        >
          <Field
            id="email"
            type="email"
            label="Email address"
            help={`Yours, or your accountant’s. Up to ${FOREIGN_RESENDS_A_DAY} a day can go to addresses that aren’t yours.`}
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={state?.values.email ?? receipt.donor_email}
            error={state?.errors.email}
          />
          <div>
            <Button look="quiet">Email the receipt</Button>
          </div>
        </Form>
      </div>
    </details>
  );
}
