import { FormStatus } from "#app/form-page.tsx";
import { type Query, readFormState, readQuery, titled } from "#app/forms/form-state.ts";
import { MissingPage } from "#app/missing-page.tsx";
import { requireCardholder } from "#app/session.ts";
import { PortalPage } from "#app/shell.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { findPointsSource } from "#lib/donations/history/queries.ts";
import { formatDollars, formatPoints, toCents } from "#lib/money.ts";
import { type DonationParams, findDonation } from "../find-donation.ts";
import { previewCancel } from "./cancel.ts";

type Props = Query & { params: DonationParams };

export const policy = { react: false };

export const generateMetadata = titled("Cancel your gift");

/** What canceling means, before anything is final; or why it's too late. */
export default async function CancelPage({ params, searchParams }: Props) {
  const { donation_id: id } = await params;
  const query = await readQuery(searchParams);
  const gift = `/donations/${encodeURIComponent(id)}`;
  const scope = await requireCardholder(`${gift}/cancel`, query);
  const donation = await findDonation(scope, params);
  const source = donation && (await findPointsSource(scope, donation.donation_id));
  if (!donation || !source) return <MissingPage />;
  const points = await previewCancel(scope, donation.donation_id);
  const { school_name: school, dollar_amount } = donation;
  const named = `Your ${formatDollars(toCents(dollar_amount))} gift to ${school}`;
  return (
    <PortalPage current="/donations" width="form">
      <h1 className="display text-balance text-d40">Cancel your gift</h1>
      <div className="mt-2 grid gap-2">
        <FormStatus state={await readFormState(query)} title="Your gift wasn’t canceled" />
        {points === null ? (
          <p>
            {named} can’t be canceled anymore: {school} may already have it. If something’s wrong
            with it, tell us on its page.
          </p>
        ) : (
          <>
            <p>{named} hasn’t been sent yet, so it ends at once. This can’t be undone.</p>
            <p>
              {points > 0
                ? `We tell ${source.bankName} to give you ${formatPoints(points)} back.`
                : "Your points weren’t used."}
            </p>
          </>
        )}
        <div className="flex flex-wrap gap-2">
          {points !== null && (
            <Form method="post" action={`${gift}/cancel/submit`}>
              <Button look="danger">Cancel my gift</Button>
            </Form>
          )}
          <ButtonLink look="quiet" href={points === null ? `${gift}#case` : gift}>
            {points === null ? "Go to your gift" : "Keep it"}
          </ButtonLink>
        </div>
      </div>
    </PortalPage>
  );
}
