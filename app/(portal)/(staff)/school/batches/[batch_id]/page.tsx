import { stateOf } from "#app/forms/form-state.ts";
import { pathWithQuery } from "#app/paths.ts";
import { Facts, type FactTable } from "#components/portal/facts.tsx";
import { Ask, ButtonLink, StandaloneLink, TextLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { FileFormat, SchoolBatch } from "#lib/batches/contract.ts";
import { readCutGifts } from "#lib/batches/files.ts";
import { readSchedule, readWaitingBatch } from "#lib/batches/queries.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import {
  type SchoolPage,
  StaffForm,
  StaffFrame,
  StaffSection,
  staffPage,
} from "../../../staff-page.tsx";
import { CONFIRM, GIFTS } from "../../gifts/gift-filter.ts";
import { BatchStatus, Due, FILES, giftsOf } from "../batch-words.tsx";
import { batchOrNull, forms } from "../forms.ts";

const FLASHES: Record<string, string> = {
  closed: "The batch is closed. Download its file below",
  confirmed: "Its gifts are confirmed. Donors get their receipts now",
};

/** Which gifts have more text than import files take, and in which columns. Nothing if there are none. */
const CutGifts = ({ gifts }: { gifts: { number: string; columns: string[] }[] }) =>
  gifts.length > 0 && (
    <Notice title="Some text is too long for Raiser’s Edge or NPSP">
      <p>
        Their files shorten it, and say so with the gift. The file with all columns has it whole.
      </p>
      {gifts.map(({ number, columns }) => (
        <p key={number} className="[overflow-wrap:anywhere]">
          <TextLink href={`${GIFTS}/${number}`}>{number}</TextLink>: {columns.join(", ")}
        </p>
      ))}
    </Notice>
  );

function Files({ path }: { path: string }) {
  return (
    <ul className="grid max-w-reading">
      {Object.entries(FILES).map(([format, { title, purpose }]) => (
        <li key={format} className="border-line border-b py-1 first:border-t">
          <StandaloneLink href={pathWithQuery(`${path}/file`, { format: format as FileFormat })}>
            {title}
          </StandaloneLink>
          <p className="text-quiet text-small">{purpose}</p>
        </li>
      ))}
    </ul>
  );
}

type ConfirmAllProps = SchoolPage & { batch: SchoolBatch; left: number };

/** It can't be undone, so it's behind a disclosure. */
const ConfirmAll = ({ page, batch, left }: ConfirmAllProps) => (
  <details open={stateOf(page.state, "confirm") !== null}>
    <summary className="link-alone">Confirm all with one number</summary>
    <StaffForm
      page={page}
      action="confirm"
      form={forms["[batch_id]/confirm"]}
      only={{
        confirmation_number: {
          help: `Such as a deposit number. Each gift gets it, a hyphen, and its line: DEP-26-1 to DEP-26-${batch.gift_count}. Donors see it.`,
        },
      }}
      send={`Confirm ${giftsOf(left)}`}
    >
      <p>
        Gifts that you’ve already confirmed or declined stay as they are. This can’t be undone:
        donors get their receipts, and banks are told.
      </p>
    </StaffForm>
  </details>
);

const figures = (value: string) => <span className="figures">{value}</span>;

function factsOf(
  batch: SchoolBatch,
  dueAt: Date | null | undefined,
  nextCloseAt: Date | null,
): FactTable {
  const closes = nextCloseAt ? <Moment at={nextCloseAt} as="minute" /> : "You close it manually";
  return {
    Status: <BatchStatus {...batch} />,
    Gifts: figures(batch.gift_count.toLocaleString("en-US")),
    Reversals: batch.reversal_count > 0 && figures(batch.reversal_count.toLocaleString("en-US")),
    Total: figures(formatDollars(toCents(batch.dollar_amount))),
    Opened: <Moment at={batch.opened_at} as="minute" />,
    ...(batch.closed_at
      ? { Closed: <Moment at={batch.closed_at} as="minute" /> }
      : { Closes: closes }),
    Declined: batch.status !== "open" && figures(batch.refused_count.toLocaleString("en-US")),
    Due: dueAt != null && <Due at={dueAt} />,
  };
}

/** One batch: its totals, its files, and what there is to do. */
export default staffPage("school", "batches.read", "/batches/[batch_id]", async (page) => {
  const { scope, base, params } = page;
  const batch = await batchOrNull(scope, params);
  if (!batch) return null;
  const path = `${base}/batches/${batch.batch_id}`;
  const [waiting, { nextCloseAt }, cut] = await Promise.all([
    readWaitingBatch(scope, batch.batch_id),
    readSchedule(scope),
    readCutGifts(scope, batch),
  ]);
  const isOpen = batch.status === "open";
  const mayClose = page.may("batches.close");
  const mayConfirm = page.may("gifts.confirm");
  return (
    <StaffFrame
      page={page}
      title={`Batch ${batch.number}`}
      failed="Nothing was changed"
      flashes={FLASHES}
      back={{ href: `${base}/batches`, text: "All batches" }}
    >
      <CutGifts gifts={cut} />
      <div className="grid gap-x-8 desk:grid-cols-2">
        <div className="mt-2">
          <Facts facts={factsOf(batch, waiting?.dueAt, nextCloseAt)} />
          <p className="mt-1">
            <StandaloneLink href={pathWithQuery(`${base}/gifts`, { batch: batch.batch_id })}>
              View gifts
            </StandaloneLink>
          </p>
        </div>
        {isOpen && mayClose && batch.gift_count + batch.reversal_count > 0 && (
          <StaffForm page={page} action="close" className="mt-4">
            <Ask
              ask="Close this batch"
              meaning={`It has ${giftsOf(batch.gift_count)}, ${formatDollars(toCents(batch.dollar_amount))} in all. Once it’s closed, you can download its file. No gift enters or leaves it, and it can’t be opened again.`}
              yes={`Close batch ${batch.number}`}
            />
          </StaffForm>
        )}
        {!isOpen && page.may("gifts.export") && (
          <StaffSection id="files" title="Files" intro="These files never change.">
            <Files path={path} />
          </StaffSection>
        )}
      </div>
      {waiting && mayConfirm && (
        <>
          <StaffSection
            id="upload"
            title="Confirm from a file"
            intro="The file above with your numbers filled in, or any list of gifts and numbers. You see what it would do first."
          >
            <ButtonLink href={CONFIRM}>Choose a file</ButtonLink>
          </StaffSection>
          <ConfirmAll page={page} batch={batch} left={waiting.count} />
        </>
      )}
    </StaffFrame>
  );
});
