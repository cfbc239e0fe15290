import { FormStatus } from "#app/form-page.tsx";
import { type Query, titleOf } from "#app/forms/form-state.ts";
import { MissingPage } from "#app/missing-page.tsx";
import { Button, StandaloneLink } from "#components/ui/button.tsx";
import { readCutGifts } from "#lib/batches/files.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import { StaffForm, StaffFrame, staffPage } from "../../../../staff-page.tsx";
import { batchOrNull } from "../../batch-or-null.ts";
import { giftsOf } from "../../batch-words.tsx";
import { CutGifts } from "../../cut-gifts.tsx";

export const generateMetadata = ({ searchParams }: Query) => titleOf("Close a batch", searchParams);

/** Asks before a batch is closed, with and without scripts: it can't be opened again. */
export default staffPage(
  "school",
  "batches.close",
  "/batches/[batch_id]/close",
  async ({ scope, base, params, state }) => {
    const batch = await batchOrNull(scope, params);
    if (!batch) return <MissingPage />;
    const path = `${base}/batches/${batch.batch_id}`;
    return (
      <StaffFrame current={`${base}/batches`} title={`Close batch ${batch.number}?`}>
        <p>
          <StandaloneLink href={path}>Back to the batch</StandaloneLink>
        </p>
        <div className="mt-2 grid max-w-reading gap-3">
          <FormStatus state={state} title="The batch wasn’t closed" />
          {batch.status === "closed" ? (
            <p>It’s already closed.</p>
          ) : (
            <>
              <p>
                It has {giftsOf(batch.gift_count)}, {formatDollars(toCents(batch.dollar_amount))} in
                all. Once it’s closed, no gift enters or leaves it, and it can’t be opened again.
              </p>
              <CutGifts gifts={await readCutGifts(scope, batch)} />
              <StaffForm scope={scope} action={`${path}/close/submit`}>
                <Button>Close batch {batch.number}</Button>
              </StaffForm>
            </>
          )}
        </div>
      </StaffFrame>
    );
  },
);
