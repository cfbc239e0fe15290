import { anyText } from "#app/filters.ts";
import { stateOf, titled } from "#app/forms/form-state.ts";
import { MissingPage } from "#app/missing-page.tsx";
import { readWaitingBatch } from "#lib/batches/queries.ts";
import { formatDollars } from "#lib/money.ts";
import { StaffForm } from "../../../../staff-form.tsx";
import { StaffFrame, type StaffPageProps, staffPage } from "../../../../staff-page.tsx";
import { batchOrNull } from "../../batch-or-null.ts";
import { giftsOf } from "../../batch-words.tsx";
import { forms } from "../../forms.ts";

export const generateMetadata = titled("Confirm a batch");

/** Says what would be confirmed, before it is: it can't be undone. */
async function ConfirmBatchPage(page: StaffPageProps<"school">) {
  const { scope, base, params, query } = page;
  const batch = await batchOrNull(scope, params);
  if (!batch) return <MissingPage />;
  const path = `${base}/batches/${batch.batch_id}`;
  const typed = stateOf(page.state, "submit")?.values.confirmation_number;
  const number = typed ?? query.number?.trim();
  const example = number || "DEP-26";
  const help = `Each gift gets it, a hyphen, and its line: ${example}-1 to ${example}-${batch.gift_count}. Donors see it.`;
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
            <StaffForm
              page={page}
              action="submit"
              form={forms["[batch_id]/confirm/submit"]}
              saved={{ confirmation_number: number }}
              only={{ confirmation_number: { help } }}
              send={<>Confirm {giftsOf(waiting.count)}</>}
            >
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
