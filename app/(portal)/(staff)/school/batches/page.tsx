import { listPage, PageLinks } from "#app/page-links.tsx";
import { COMPACT } from "#components/desk/filters.tsx";
import { column, count, day, List, money } from "#components/desk/list.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import type { SchoolBatch } from "#lib/batches/contract.ts";
import { listBatches } from "#lib/batches/queries.ts";
import { toCents } from "#lib/money.ts";
import { usesBatches } from "#lib/ticketing/config.ts";
import { StaffFrame, staffPage } from "../../staff-page.tsx";
import { CONFIRM } from "../gifts/gift-filter.ts";
import { BatchStatus } from "./batch-words.tsx";

const Batches = ({ path, batches }: { path: string; batches: SchoolBatch[] }) => (
  <List<SchoolBatch>
    caption="Batches, newest first"
    columns={[
      column("Batch", "rest", ({ number }) => `Batch ${number}`),
      money("Amount", ({ dollar_amount }) => toCents(dollar_amount)),
      column("Status", "status", (batch) => <BatchStatus {...batch} />),
      count("Gifts", (batch) => batch.gift_count),
      column(
        "Declined",
        "number",
        ({ refused_count }) => refused_count > 0 && refused_count.toLocaleString("en-US"),
      ),
      day("Opened", ({ opened_at }) => opened_at),
      day("Closed", ({ closed_at }) => closed_at),
    ]}
    rows={batches}
    hrefOf={({ batch_id }) => `${path}/${batch_id}`}
  />
);

/** A foundation's batches, newest first. */
export default staffPage("school", "batches.read", "/batches", async (page) => {
  const { scope, path, query } = page;

  const [list, importsFiles] = await Promise.all([
    listPage(query, (at) => listBatches(scope, at)),
    usesBatches(scope.schoolId),
  ]);
  const mayConfirm = page.may("gifts.confirm");
  return (
    <StaffFrame
      page={page}
      title="Batches"
      intro="Gifts to import as a file. A closed batch never changes."
      end={
        mayConfirm &&
        list.items.length > 0 && (
          <ButtonLink href={CONFIRM} look="quiet" className={COMPACT}>
            Confirm from a file
          </ButtonLink>
        )
      }
    >
      {list.items.length > 0 ? (
        <Batches path={path} batches={list.items} />
      ) : (
        <p className="mt-3 max-w-reading">
          {importsFiles
            ? "There are none yet. Your first gift opens a batch. Once it closes, you download its file here, import it, and confirm its gifts."
            : "There are none. Your system is told about each gift as it’s accepted, and confirms it by itself."}
        </p>
      )}
      <PageLinks path={path} {...list} />
    </StaffFrame>
  );
});
