/** The table of gifts to confirm: each with the number that it will get, and what is wrong at its row. */
import { stateOf } from "#app/forms/form-state.ts";
import { List } from "#components/desk/list.tsx";
import { RowStatus } from "#components/desk/status.tsx";
import { TextLink } from "#components/ui/button.tsx";
import { Choice } from "#components/ui/field.tsx";
import type { ListedGift } from "#lib/batches/queries.ts";
import type { UploadRow } from "#lib/batches/uploads.ts";
import { formatDollars } from "#lib/money.ts";
import type { SchoolPage } from "../../../staff-form.tsx";
import { GIFTS } from "../gift-filter.ts";
import { giftColumns } from "../gift-words.tsx";

/** A gift, and what the file says of it, if there is one. */
export type Row = ListedGift & { file?: UploadRow };

type EntryProps = {
  gift: Row;
  error: string | undefined;
  typed: string | undefined;
  isFirst: boolean;
};

function Entry({ gift, error, typed, isFirst }: EntryProps) {
  const { number, donorName, amountCents, file } = gift;
  const name = `number:${number}`;
  if (file?.wrong?.as === "final")
    return <TextLink href={`${GIFTS}/${number}`}>View gift</TextLink>;
  if (file?.reason) return <RowStatus tone="failed">Decline</RowStatus>;
  return (
    <input
      id={name}
      name={name}
      aria-label={`Number for ${donorName ?? "anonymous"}, ${number}`}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && `${number}-error`}
      // biome-ignore lint/a11y/noAutofocus: the first row that was rejected
      autoFocus={isFirst}
      defaultValue={typed ?? file?.number}
      maxLength={40}
      autoComplete="off"
      data-cents={amountCents}
      data-wrong={file?.wrong?.text && file.number}
      className="h-5.5 w-full rounded-[6px] border border-edge bg-sheet px-1.5 aria-invalid:border-2 aria-invalid:border-failed"
    />
  );
}

/** What is wrong, and the way out; or what to look at. */
function noteOf({ number, amountCents, file }: Row, error: string | undefined) {
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
            label={`${file.reason ? "Decline" : "Confirm"} ${formatDollars(amountCents)} all the same`}
          />
        )}
      </span>
    );
  }
  const hint = file?.reason ? `“${file.reason}”` : file?.repeats && "Another row has this number.";
  return hint && <RowStatus tone={null}>{hint}</RowStatus>;
}

export function Numbers({ page, gifts }: SchoolPage & { gifts: Row[] }) {
  const state = stateOf(page.state, "submit");
  const error = ({ number, file }: Row) => state?.errors[`number:${number}`] ?? file?.wrong?.text;
  const firstWrong = gifts.find(error);
  return (
    <List<Row>
      caption="Gifts to confirm"
      columns={[
        gifts.some(({ file }) => file) && {
          label: "Row",
          as: "line",
          cell: ({ file }) => file?.line,
        },
        ...giftColumns({}, null).slice(0, -2),
        {
          label: "Number it will get",
          as: "entry",
          cell: (gift) => (
            <Entry
              gift={gift}
              error={error(gift)}
              typed={state?.values[`number:${gift.number}`]}
              isFirst={gift === firstWrong}
            />
          ),
        },
      ]}
      // What is wrong comes first.
      rows={gifts.toSorted((a, b) => Number(!error(a)) - Number(!error(b)))}
      keyOf={({ id }) => id}
      noteOf={(gift) => noteOf(gift, error(gift))}
    />
  );
}
