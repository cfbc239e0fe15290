/** The table of gifts to confirm: each with the number that it will get, and what is wrong at its row. */
import { stateOf } from "#app/forms/form-state.ts";
import { column, Donor, List } from "#components/desk/list.tsx";
import { RowStatus } from "#components/desk/status.tsx";
import { StandaloneLink } from "#components/ui/button.tsx";
import { Choice } from "#components/ui/field.tsx";
import type { ListedGift, ListedReversal } from "#lib/batches/queries.ts";
import type { UploadRow } from "#lib/batches/uploads.ts";
import { type Cents, formatDollars, formatDollarsAndCents } from "#lib/money.ts";
import { type SchoolPage, StaffSection } from "../../../staff-page.tsx";
import { GIFTS } from "../gift-filter.ts";
import { giftColumns } from "../gift-words.tsx";

/** A gift, and what the file says of it, if there is one. */
export type Row = ListedGift & { file?: UploadRow };

type EntryProps = {
  row: { number: string; cents: number; file?: UploadRow };
  of: string;
  error: string | undefined;
  typed: string | undefined;
  isFirst?: boolean;
};

/** What a row will get: a number that is typed in or comes from the file, or the file's refusal. */
function Entry({ row: { number, cents, file }, of, error, typed, isFirst = false }: EntryProps) {
  const name = `number:${number}`;
  if (file?.wrong?.as === "final")
    return <StandaloneLink href={`${GIFTS}/${number}`}>View gift</StandaloneLink>;
  if (file?.reason) return <RowStatus tone="failed">Decline</RowStatus>;
  return (
    <input
      id={name}
      name={name}
      aria-label={`Number for ${of}, ${number}`}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && `${number}-error`}
      // biome-ignore lint/a11y/noAutofocus: the first row that was rejected
      autoFocus={isFirst}
      defaultValue={typed ?? file?.number}
      maxLength={40}
      autoComplete="off"
      data-cents={cents}
      data-wrong={file?.wrong?.text && file.number}
      className="h-5.5 w-full rounded-[6px] border border-edge bg-sheet px-1.5 aria-invalid:border-2 aria-invalid:border-failed"
    />
  );
}

/** What is wrong, and the way out; or what to look at. */
function noteOf({ number, cents, file }: EntryProps["row"], error: string | undefined) {
  if (error) {
    return (
      <span id={`${number}-error`} className="flex flex-wrap items-center gap-x-3">
        <RowStatus tone="failed">{error}</RowStatus>
        {file?.wrong?.as === "doubt" && (
          <Choice
            type="checkbox"
            id={`accept-${number}`}
            name="accept"
            value={number}
            label={`${file.reason ? "Decline" : "Confirm"} ${formatDollars(cents as Cents)} all the same`}
          />
        )}
      </span>
    );
  }
  const hint = file?.reason ? `“${file.reason}”` : file?.repeats && "Another row has this number.";
  return hint && <RowStatus tone={null}>{hint}</RowStatus>;
}

/** What was typed at the rows, and what is wrong with them. */
function entriesOf(page: SchoolPage["page"]) {
  const state = stateOf(page.state, "submit");
  return {
    error: ({ number, file }: Pick<EntryProps["row"], "number" | "file">) =>
      state?.errors[`number:${number}`] ?? file?.wrong?.text,
    typed: ({ number }: { number: string }) => state?.values[`number:${number}`],
  };
}

export function Numbers({ page, gifts }: SchoolPage & { gifts: Row[] }) {
  const { error, typed } = entriesOf(page);
  const firstWrong = gifts.find(error);
  return (
    <List<Row>
      caption="Gifts to confirm"
      columns={[
        gifts.some(({ file }) => file) && column("Row", "line", ({ file }) => file?.line),
        ...giftColumns({}, null).slice(0, -2),
        column("Number it will get", "entry", (gift) => (
          <Entry
            row={{ ...gift, cents: gift.countedCents }}
            of={gift.donorName ?? "anonymous"}
            error={error(gift)}
            typed={typed(gift)}
            isFirst={gift === firstWrong}
          />
        )),
      ]}
      // What is wrong comes first.
      rows={gifts.toSorted((a, b) => Number(!error(a)) - Number(!error(b)))}
      noteOf={(gift) => noteOf({ ...gift, cents: gift.countedCents }, error(gift))}
    />
  );
}

export type ReversalRow = ListedReversal & { file?: UploadRow };

/** What the bank takes back of earlier gifts, if the school agrees. */
export function Reversals({ page, rows }: SchoolPage & { rows: ReversalRow[] }) {
  const { error, typed } = entriesOf(page);
  return (
    <StaffSection
      id="reversals"
      title="Reversals"
      intro="The bank wants to take back some of these gifts. The number of your adjustment agrees. To refuse one, upload a file with a reason."
    >
      <List<ReversalRow>
        caption="Reversals to decide"
        columns={[
          column("Donor", "rest", ({ gift }) => <Donor name={gift.donor?.name ?? null} />),
          column("Amount", "amount", ({ cents }) => `−${formatDollarsAndCents(cents)}`),
          column("Gift", "number", ({ gift }) => gift.number),
          column("Why", "fund", ({ reason }) => reason),
          column("Adjustment number", "entry", (row) => (
            <Entry row={row} of="the reversal" error={error(row)} typed={typed(row)} />
          )),
        ]}
        rows={rows}
        noteOf={(row) => noteOf(row, error(row))}
      />
    </StaffSection>
  );
}
