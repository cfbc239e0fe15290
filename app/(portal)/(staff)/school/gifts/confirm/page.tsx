import { anyText } from "#app/filters.ts";
import { stateOf, titled } from "#app/forms/form-state.ts";
import { SelectionBar } from "#components/desk/bar.tsx";
import { Donor, Empty, List } from "#components/desk/list.tsx";
import { RowStatus } from "#components/desk/status.tsx";
import { TextLink } from "#components/ui/button.tsx";
import {
  type ListedGift,
  type ListedReversal,
  listGiftsWithTotals,
  listReversals,
  readWaitingGifts,
} from "#lib/batches/queries.ts";
import { formatDollars, formatDollarsAndCents, sumOfCents } from "#lib/money.ts";
import { formatCount } from "#lib/text.ts";

import { type SchoolPage, StaffForm } from "../../../staff-form.tsx";
import { StaffFrame, type StaffPageProps, StaffSection, staffPage } from "../../../staff-page.tsx";
import { GIFTS, MAX_SELECTED } from "../gift-filter.ts";
import { giftColumns } from "../gift-words.tsx";

export const generateMetadata = titled("Confirm gifts");

/** Those that are selected, or else all; the longest waiting first. */
function readGifts({ scope, selected }: StaffPageProps<"school">) {
  const named = selected.length > 0 ? selected.slice(0, MAX_SELECTED) : undefined;
  const which = { part: "to_confirm", named, order: "oldest", limit: MAX_SELECTED } as const;
  return listGiftsWithTotals(scope, which);
}

const nameOf = ({ number }: { number: string }) => `number:${number}`;

type Entry = {
  page: SchoolPage["page"];
  number: string;
  of: string;
  cents: number;
  isFirst?: boolean;
};

/** Where a row's number is typed in. */
function NumberEntry({ page, number, of, cents, isFirst = false }: Entry) {
  const state = stateOf(page.state, "submit");
  const isWrong = state?.errors[nameOf({ number })] !== undefined;
  return (
    <input
      id={nameOf({ number })}
      name={nameOf({ number })}
      aria-label={`Number for ${of}, ${number}`}
      aria-invalid={isWrong ? true : undefined}
      aria-describedby={isWrong ? `${number}-error` : undefined}
      // biome-ignore lint/a11y/noAutofocus: the first row that was rejected
      autoFocus={isFirst}
      defaultValue={state?.values[nameOf({ number })]}
      maxLength={40}
      autoComplete="off"
      data-cents={cents}
      className="h-5.5 w-full rounded-[6px] border border-edge bg-sheet px-1.5 aria-invalid:border-2 aria-invalid:border-failed"
    />
  );
}

/** What is wrong with a row's number. */
function NumberError({ page, number }: Pick<Entry, "page" | "number">) {
  const error = stateOf(page.state, "submit")?.errors[nameOf({ number })];
  if (!error) return null;
  return (
    <span id={`${number}-error`}>
      <RowStatus tone="failed">{error}</RowStatus>
    </span>
  );
}

/** What the bank takes back of earlier gifts, if the school agrees. */
const Reversals = ({ page, rows }: SchoolPage & { rows: ListedReversal[] }) => (
  <StaffSection
    id="reversals"
    title="Reversals"
    intro="The bank wants to take back some of these gifts. The number of your adjustment agrees. To refuse one, upload a file with a reason."
  >
    <List<ListedReversal>
      caption="Reversals to decide"
      columns={[
        {
          label: "Donor",
          as: "rest",
          cell: ({ gift }) => <Donor name={gift.donor?.name ?? null} />,
        },
        { label: "Amount", as: "amount", cell: ({ cents }) => `−${formatDollarsAndCents(cents)}` },
        { label: "Gift", as: "number", cell: ({ gift }) => gift.number },
        { label: "Why", as: "fund", cell: ({ reason }) => reason },
        {
          label: "Adjustment number",
          as: "entry",
          cell: (one) => <NumberEntry page={page} {...one} of="the reversal" />,
        },
      ]}
      rows={rows}
      keyOf={({ id }) => id}
      noteOf={(one) => <NumberError page={page} {...one} />}
    />
  </StaffSection>
);

function Numbers({ page, gifts }: SchoolPage & { gifts: ListedGift[] }) {
  const state = stateOf(page.state, "submit");
  const error = (gift: ListedGift) => state?.errors[nameOf(gift)];
  const firstWrong = gifts.find(error);
  // What is wrong comes first.
  const rows = gifts.toSorted((a, b) => Number(!error(a)) - Number(!error(b)));
  return (
    <List<ListedGift>
      caption="Gifts to confirm"
      columns={[
        ...giftColumns({}, null).slice(0, -2),
        {
          label: "Number it will get",
          as: "entry",
          cell: (gift) => (
            <NumberEntry
              page={page}
              number={gift.number}
              of={gift.donorName ?? "anonymous"}
              cents={gift.countedCents}
              isFirst={gift === firstWrong}
            />
          ),
        },
      ]}
      rows={rows}
      keyOf={({ id }) => id}
      noteOf={(gift) => error(gift) && <NumberError page={page} number={gift.number} />}
    />
  );
}

/** Several gifts, each with the number that it will get, before anything is final. */
async function ConfirmPage(page: StaffPageProps<"school">) {
  const [{ items }, waiting, reversals] = await Promise.all([
    readGifts(page),
    readWaitingGifts(page.scope),
    listReversals(page.scope, MAX_SELECTED),
  ]);
  const cents = sumOfCents(items.map(({ countedCents }) => countedCents));
  const late = items.filter(({ isLate }) => isLate).length;
  return (
    <StaffFrame
      page={page}
      title={`Confirm ${formatCount(items.length, "gift")}`}
      failed="Nothing was confirmed"
      back={{ href: GIFTS, text: "Gifts" }}
    >
      {items.length + reversals.length === 0 ? (
        <Empty title="Nothing to confirm">
          <p>All of these gifts are confirmed or declined, or their batch is still open.</p>
        </Empty>
      ) : (
        <>
          <p className="mt-1 max-w-reading text-quiet">
            {formatDollars(cents)} in all.{" "}
            {late > 0 && <b className="text-failed">{late} late. </b>}
            {waiting.toConfirm > items.length &&
              `${formatCount(waiting.toConfirm, "gift")} are waiting. `}
            A gift without a number stays unconfirmed. With your system’s file, use{" "}
            <TextLink href="/school/batches/confirm">Confirm from a file</TextLink>.
          </p>
          <StaffForm page={page} action="submit" data-entries="">
            {items.length > 0 && <Numbers page={page} gifts={items} />}
            {reversals.length > 0 && <Reversals page={page} rows={reversals} />}
            <SelectionBar actions={[{ words: "Confirm # gifts", isMain: true }]}>
              <p className="text-fine">Donors get receipts. This can’t be undone.</p>
            </SelectionBar>
          </StaffForm>
        </>
      )}
    </StaffFrame>
  );
}

export default staffPage("school", "gifts.confirm", "/gifts/confirm", ConfirmPage, {
  selected: anyText,
});
