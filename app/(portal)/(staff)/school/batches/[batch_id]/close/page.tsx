import { titled } from "#app/forms/form-state.ts";
import { MissingPage } from "#app/missing-page.tsx";
import { Button } from "#components/ui/button.tsx";
import { readCutGifts } from "#lib/batches/files.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import { StaffForm } from "../../../../staff-form.tsx";
import { StaffFrame, staffPage } from "../../../../staff-page.tsx";
import { batchOrNull } from "../../batch-or-null.ts";
import { giftsOf } from "../../batch-words.tsx";
import { CutGifts } from "../../cut-gifts.tsx";

export const generateMetadata = titled("Close a batch");

/** Asks before a batch is closed, with and without scripts: it can't be opened again. */
export default staffPage("school", "batches.close", "/batches/[batch_id]/close", async (page) => {
  const { scope, base, params } = page;
  const batch = await batchOrNull(scope, params);
  if (!batch) return <MissingPage />;
  const path = `${base}/batches/${batch.batch_id}`;
  return (
    <StaffFrame
      page={page}
      title={`Close batch ${batch.number}?`}
      failed="The batch wasn’t closed"
      back={{ href: path, text: "Back to the batch" }}
    >
      <div className="mt-2 grid max-w-reading gap-3">
        {batch.status === "closed" ? (
          <p>It’s already closed.</p>
        ) : (
          <>
            <p>
              It has {giftsOf(batch.gift_count)}, {formatDollars(toCents(batch.dollar_amount))} in
              all. Once it’s closed, no gift enters or leaves it, and it can’t be opened again.
            </p>
            <CutGifts gifts={await readCutGifts(scope, batch)} />
            <StaffForm page={page} action="submit">
              <Button>Close batch {batch.number}</Button>
            </StaffForm>
          </>
        )}
      </div>
    </StaffFrame>
  );
});
