import { PER_PAGE, pageAtCursor } from "#app/page-at-cursor.ts";
import { PageLinks } from "#app/page-links.tsx";
import { ButtonLink, StandaloneLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { controls, numbers, Table, worded } from "#components/ui/table.tsx";
import { isOffered } from "#lib/auth/permissions.ts";
import type { SchoolBatch } from "#lib/batches/contract.ts";
import { listBatches } from "#lib/batches/queries.ts";
import { formatDollarsAndCents, toCents } from "#lib/money.ts";
import { usesBatches } from "#lib/ticketing/config.ts";
import { StaffFrame, staffPage } from "../../staff-page.tsx";
import { BatchStatus } from "./batch-words.tsx";

export const metadata = { title: "Batches" };

const count = (value: number, word: string) => worded("", value.toLocaleString("en-US"), word);

function Batches({ path, batches }: { path: string; batches: SchoolBatch[] }) {
  return (
    <Table
      caption="Batches, newest first"
      columns={[
        controls("Batch"),
        "Status",
        "Opened",
        "Closed",
        numbers("Gifts"),
        numbers("Dollars"),
        numbers("Refused"),
      ]}
      rows={batches.map((batch) => ({
        key: batch.batch_id,
        cells: [
          <StandaloneLink key="batch" href={`${path}/${batch.batch_id}`}>
            Batch {batch.number}
          </StandaloneLink>,
          <BatchStatus key="status" {...batch} />,
          worded("opened", <Moment at={batch.opened_at} as="date" />),
          batch.closed_at && worded("closed", <Moment at={batch.closed_at} as="date" />),
          count(batch.gift_count, batch.gift_count === 1 ? "gift" : "gifts"),
          formatDollarsAndCents(toCents(batch.dollar_amount)),
          batch.status === "closed" && count(batch.refused_count, "refused"),
        ],
      }))}
    />
  );
}

/** A foundation's batches, newest first. */
export default staffPage("school", "batches.read", "/batches", async (page) => {
  const { scope, path, query } = page;

  const [list, importsFiles] = await Promise.all([
    pageAtCursor(query.after, (cursor) => listBatches(scope, { limit: PER_PAGE, cursor })),
    usesBatches(scope.schoolId),
  ]);
  const mayConfirm = isOffered(scope, "gifts.confirm");
  return (
    <StaffFrame
      page={page}
      title="Batches"
      intro="Gifts to import as a file. A closed batch never changes."
    >
      {list.items.length > 0 ? (
        <>
          {mayConfirm && (
            <p className="mt-2">
              <ButtonLink href={`${path}/confirm`} look="quiet">
                Confirm from a file
              </ButtonLink>
            </p>
          )}
          <div className="mt-3">
            <Batches path={path} batches={list.items} />
          </div>
        </>
      ) : (
        <p className="mt-3 max-w-reading">
          {importsFiles
            ? "There are none yet. Your first gift opens a batch. Once it closes, you download its file here, import it, and confirm its gifts."
            : "There are none. Your platform is told about each gift as it’s accepted, and confirms it by itself."}
        </p>
      )}
      <PageLinks path={path} {...list} />
    </StaffFrame>
  );
});
