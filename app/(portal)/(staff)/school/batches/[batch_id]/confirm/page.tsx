import { anyText } from "#app/filters.ts";
import { type Query, titleOf } from "#app/forms/form-state.ts";
import { MissingPage } from "#app/missing-page.tsx";
import { Field } from "#components/ui/field.tsx";
import { readWaitingBatch } from "#lib/batches/queries.ts";
import { formatDollars } from "#lib/money.ts";
import { StaffForm } from "../../../../staff-form.tsx";
import { StaffFrame, type StaffPageProps, staffPage } from "../../../../staff-page.tsx";
import { batchOrNull } from "../../batch-or-null.ts";
import { giftsOf } from "../../batch-words.tsx";

export const generateMetadata = ({ searchParams }: Query) =>
  titleOf("Confirm a batch", searchParams);

/** Says what would be confirmed, before it is: it can't be undone. */
async function ConfirmBatchPage(page: StaffPageProps<"school">) {
  const { scope, base, params, query, state } = page;
  const batch = await batchOrNull(scope, params);
  if (!batch) return <MissingPage />;
  const path = `${base}/batches/${batch.batch_id}`;
  const number = state?.values.confirmation_number ?? query.number?.trim();
  const example = number || "DEP-26";
  const waiting = await readWaitingBatch(scope, batch.batch_id);
  return (
    <StaffFrame
      page={page}
      title={`Confirm batch ${batch.number}?`}
      failed="Nothing was confirmed"
      back={{ href: path, text: "Back to the batch" }}
    >
      <div className="mt-2 grid max-w-reading gap-3">
        {waiting ? (
          <>
            <p>
              {giftsOf(waiting.count)}, {formatDollars(waiting.cents)} in all, will be confirmed.
              Gifts that you’ve already confirmed or refused stay as they are.
            </p>
            <StaffForm page={page} action="submit" send={<>Confirm {giftsOf(waiting.count)}</>}>
              <Field
                id="confirmation_number"
                label="Your confirmation number"
                help={`Each gift gets it, a hyphen, and its line: ${example}-1 to ${example}-${batch.gift_count}. Donors see it.`}
                maxLength={40}
                autoComplete="off"
                defaultValue={number}
                error={state?.errors.confirmation_number}
              />
              <p>This can’t be undone: donors get their receipts, and banks are told.</p>
            </StaffForm>
          </>
        ) : (
          <p>
            {batch.status === "open"
              ? "This batch is still open. Close it first."
              : "All of its gifts are confirmed or refused."}
          </p>
        )}
      </div>
    </StaffFrame>
  );
}

export default staffPage(
  "school",
  "gifts.confirm",
  "/batches/[batch_id]/confirm",
  ConfirmBatchPage,
  { number: anyText },
);
