import { anyText } from "#app/filters.ts";
import { stateOf, titled } from "#app/forms/form-state.ts";
import { SelectionBar } from "#components/desk/bar.tsx";
import { Empty, List } from "#components/desk/list.tsx";
import { RowStatus } from "#components/desk/status.tsx";
import { TextLink } from "#components/ui/button.tsx";
import { type ListedGift, listGiftsWithTotals, readWaitingGifts } from "#lib/batches/queries.ts";
import { formatDollars, sumOfCents } from "#lib/money.ts";
import { formatCount } from "#lib/text.ts";
import { type SchoolPage, StaffForm } from "../../../staff-form.tsx";
import { StaffFrame, type StaffPageProps, staffPage } from "../../../staff-page.tsx";
import { GIFTS, MAX_SELECTED } from "../gift-filter.ts";
import { giftColumns } from "../gift-words.tsx";

export const generateMetadata = titled("Confirm gifts");

/** Those that are selected, or else all; the longest waiting first. */
function readGifts({ scope, selected }: StaffPageProps<"school">) {
  const named = selected.length > 0 ? selected.slice(0, MAX_SELECTED) : undefined;
  const which = { part: "to_confirm", named, order: "oldest", limit: MAX_SELECTED } as const;
  return listGiftsWithTotals(scope, which);
}

const nameOf = ({ number }: ListedGift) => `number:${number}`;

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
            <input
              id={nameOf(gift)}
              name={nameOf(gift)}
              aria-label={`Number for ${gift.donorName ?? "anonymous"}, ${gift.number}`}
              aria-invalid={error(gift) ? true : undefined}
              aria-describedby={error(gift) && `${gift.number}-error`}
              // biome-ignore lint/a11y/noAutofocus: the first row that was rejected
              autoFocus={gift === firstWrong}
              defaultValue={state?.values[nameOf(gift)]}
              maxLength={40}
              autoComplete="off"
              data-cents={gift.countedCents}
              className="h-5.5 w-full rounded-[6px] border border-edge bg-sheet px-1.5 aria-invalid:border-2 aria-invalid:border-failed"
            />
          ),
        },
      ]}
      rows={rows}
      keyOf={({ id }) => id}
      noteOf={(gift) =>
        error(gift) && (
          <span id={`${gift.number}-error`}>
            <RowStatus tone="failed">{error(gift)}</RowStatus>
          </span>
        )
      }
    />
  );
}

/** Several gifts, each with the number that it will get, before anything is final. */
async function ConfirmPage(page: StaffPageProps<"school">) {
  const [{ items }, waiting] = await Promise.all([readGifts(page), readWaitingGifts(page.scope)]);
  const cents = sumOfCents(items.map(({ countedCents }) => countedCents));
  const late = items.filter(({ isLate }) => isLate).length;
  return (
    <StaffFrame
      page={page}
      title={`Confirm ${formatCount(items.length, "gift")}`}
      failed="Nothing was confirmed"
      back={{ href: GIFTS, text: "Gifts" }}
    >
      {items.length === 0 ? (
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
            <Numbers page={page} gifts={items} />
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
