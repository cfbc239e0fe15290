import { MissingPage } from "#app/missing-page.tsx";
import { pathWithQuery } from "#app/paths.ts";
import { type Fact, Facts } from "#components/portal/facts.tsx";
import { Button, ButtonLink, StandaloneLink } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { isOffered } from "#lib/auth/permissions.ts";
import type { FileFormat, SchoolBatch } from "#lib/batches/contract.ts";
import { readCutGifts } from "#lib/batches/files.ts";
import { readSchedule, readWaitingBatch } from "#lib/batches/queries.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import { StaffFrame, StaffSection, staffPage } from "../../../staff-page.tsx";
import { batchOrNull } from "../batch-or-null.ts";
import { BatchStatus, Due, FILES, giftsOf } from "../batch-words.tsx";
import { CutGifts } from "../cut-gifts.tsx";

export const metadata = { title: "Batch" };

const FLASHES: Record<string, string> = {
  closed: "The batch is closed. Download its file below",
  confirmed: "Its gifts are confirmed. Donors get their receipts now",
};

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

/** Leads to a page that says what would happen. */
function ConfirmAll({ path, left }: { path: string; left: number }) {
  return (
    <form method="get" action={`${path}/confirm`} className="grid max-w-form gap-2">
      <Field
        id="number"
        label="Your confirmation number"
        help="Such as a deposit number. Each gift gets it, a hyphen, and its line in the batch."
        autoComplete="off"
        maxLength={40}
        required
      />
      <Button look="quiet" className="justify-self-start">
        Review {giftsOf(left)}
      </Button>
    </form>
  );
}

const figures = (value: string) => <span className="figures">{value}</span>;

function factsOf(
  batch: SchoolBatch,
  dueAt: Date | null | undefined,
  nextCloseAt: Date | null,
): (Fact | false)[] {
  const closes = nextCloseAt ? <Moment at={nextCloseAt} as="minute" /> : "You close it manually";
  return [
    { name: "Status", value: <BatchStatus {...batch} /> },
    { name: "Gifts", value: figures(batch.gift_count.toLocaleString("en-US")) },
    { name: "Total", value: figures(formatDollars(toCents(batch.dollar_amount))) },
    { name: "Opened", value: <Moment at={batch.opened_at} as="minute" /> },
    batch.closed_at
      ? { name: "Closed", value: <Moment at={batch.closed_at} as="minute" /> }
      : { name: "Closes", value: closes },
    batch.status !== "open" && {
      name: "Declined",
      value: figures(batch.refused_count.toLocaleString("en-US")),
    },
    dueAt != null && { name: "Due", value: <Due at={dueAt} /> },
  ];
}

/** One batch: its totals, its files, and what there is to do. */
export default staffPage("school", "batches.read", "/batches/[batch_id]", async (page) => {
  const { scope, base, params } = page;
  const batch = await batchOrNull(scope, params);
  if (!batch) return <MissingPage />;
  const path = `${base}/batches/${batch.batch_id}`;
  const [waiting, { nextCloseAt }, cut] = await Promise.all([
    readWaitingBatch(scope, batch.batch_id),
    readSchedule(scope),
    readCutGifts(scope, batch),
  ]);
  const isOpen = batch.status === "open";
  const mayClose = isOffered(scope, "batches.close");
  const mayConfirm = isOffered(scope, "gifts.confirm");
  return (
    <StaffFrame
      page={page}
      title={`Batch ${batch.number}`}
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
        {isOpen && mayClose && batch.gift_count > 0 && (
          <StaffSection
            id="close"
            title="Close it now"
            intro="Then you can download its file. Later gifts enter the next batch."
          >
            <ButtonLink href={`${path}/close`} look="quiet">
              Close this batch
            </ButtonLink>
          </StaffSection>
        )}
        {!isOpen && isOffered(scope, "gifts.export") && (
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
            <ButtonLink href={`${base}/batches/confirm`}>Upload a file</ButtonLink>
          </StaffSection>
          <StaffSection id="all" title="Confirm all with one number">
            <ConfirmAll path={path} left={waiting.count} />
          </StaffSection>
        </>
      )}
    </StaffFrame>
  );
});
