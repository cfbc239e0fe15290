import { anyText, oneOf } from "#app/filters.ts";
import { FormStatus } from "#app/form-page.tsx";
import { titled } from "#app/forms/form-state.ts";
import { PER_PAGE, pageAtCursor } from "#app/page-at-cursor.ts";
import { PageLinks } from "#app/page-links.tsx";
import { pathWithQuery } from "#app/paths.ts";
import { Button, StandaloneLink } from "#components/ui/button.tsx";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { Choice } from "#components/ui/field.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { breakable, controls, numbers, Table } from "#components/ui/table.tsx";
import { isOffered } from "#lib/auth/permissions.ts";
import { giftNumberOf } from "#lib/donations/gift-number.ts";
import {
  countToThank,
  listThanked,
  listToThank,
  MAX_MARKED,
  type ThanksPage,
} from "#lib/donors/acknowledgments.ts";
import { formatDollarsAndCents } from "#lib/money.ts";
import { formatCount } from "#lib/text.ts";
import { type SchoolPage, StaffForm } from "../../staff-form.tsx";
import { StaffFrame, type StaffPageProps, staffPage } from "../../staff-page.tsx";
import { GiftTotals, giftLink } from "../gifts/gift-words.tsx";
import { ACKNOWLEDGMENTS, isTime, readUntil } from "./until.ts";

export const generateMetadata = titled("Acknowledgments");

type ListProps = SchoolPage & { mayChange: boolean };

type GiftsProps = {
  caption: string;
  items: ThanksPage["items"];
  isThanked: boolean;
  mayChange: boolean;
};

function Gifts({ caption, items, isThanked, mayChange }: GiftsProps) {
  return (
    <Table
      caption={caption}
      columns={[
        { label: "Donor", isControl: mayChange },
        isThanked ? "Thanked" : "Confirmed",
        controls("Gift"),
        "Fund",
        numbers("Dollars"),
      ]}
      rows={items.map((gift) => {
        const donor = (
          <span key="donor" className="wrap-anywhere">
            <bdi className="font-strong">{gift.donorName}</bdi>
            {gift.donorEmail !== gift.donorName && (
              <bdi className="block text-quiet">{gift.donorEmail}</bdi>
            )}
          </span>
        );
        return {
          key: gift.donationId,
          cells: [
            mayChange ? (
              <Choice
                key="donor"
                type="checkbox"
                id={gift.donationId}
                name="gift"
                value={gift.donationId}
                label={donor}
              />
            ) : (
              donor
            ),
            <span key="at" className={isThanked ? "wrap-anywhere" : "whitespace-nowrap"}>
              <Moment at={gift.thankedAt ?? gift.completedAt} as="date" />
              {gift.thankedBy && <bdi className="block text-quiet">{gift.thankedBy}</bdi>}
            </span>,
            giftLink(giftNumberOf(gift.donationId)),
            breakable(gift.fundName),
            formatDollarsAndCents(gift.amountCents),
          ],
        };
      })}
    />
  );
}

type AllProps = SchoolPage & { count: number; until: Date };

/** Marks what the list has, up to its time. */
function MarkAll({ page, count, until }: AllProps) {
  const some = Math.min(count, MAX_MARKED);
  const what =
    count > MAX_MARKED
      ? `the oldest ${some.toLocaleString("en-US")}`
      : `all ${formatCount(some, "gift")}`;
  return (
    <StaffForm page={page} action="mark">
      <input type="hidden" name="all" value="1" />
      <input type="hidden" name="until" value={until.toISOString()} />
      <input type="hidden" name="expected" value={count} />
      <ConfirmButton
        look="quiet"
        question={`Mark ${what} as thanked?`}
        meaning="Gifts confirmed since you opened this page stay on the list. You can undo it right after."
        yes="Mark as thanked"
      >
        {`Mark ${what} as thanked`}
      </ConfirmButton>
    </StaffForm>
  );
}

async function ToThank({ page, mayChange }: ListProps) {
  const { scope, query } = page;
  const until = readUntil(query.until);
  const [{ count, cents }, list] = await Promise.all([
    countToThank(scope, until),
    pageAtCursor(query.after, (cursor) => listToThank(scope, until, { limit: PER_PAGE, cursor })),
  ]);
  if (count === 0) {
    return (
      <p className="mt-2 max-w-reading">
        Nobody to thank. A gift is listed here once it’s confirmed, if its donor gave under their
        name.
      </p>
    );
  }
  const at = { until: until.toISOString() };
  return (
    <>
      <GiftTotals count={count} cents={cents} className="mt-1">
        {mayChange && (
          <StandaloneLink href={pathWithQuery(`${ACKNOWLEDGMENTS}/export`, at)}>
            Export for mail merge
          </StandaloneLink>
        )}
      </GiftTotals>
      <StaffForm page={page} action="mark">
        <Gifts
          caption="Gifts to thank for, oldest first"
          items={list.items}
          isThanked={false}
          mayChange={mayChange}
        />
        {mayChange && <Button className="mt-2">Mark selected as thanked</Button>}
      </StaffForm>
      <PageLinks path={ACKNOWLEDGMENTS} query={at} {...list} />
      {mayChange && (
        <div className="mt-2">
          <MarkAll page={page} count={count} until={until} />
        </div>
      )}
    </>
  );
}

async function Thanked({ page, mayChange }: ListProps) {
  const list = await pageAtCursor(page.query.after, (cursor) =>
    listThanked(page.scope, { limit: PER_PAGE, cursor }),
  );
  if (list.items.length === 0) return <p className="mt-2">Nobody has been thanked yet.</p>;
  return (
    <>
      <StaffForm page={page} action="unmark" className="mt-1">
        <Gifts
          caption="Gifts thanked for, latest first"
          items={list.items}
          isThanked
          mayChange={mayChange}
        />
        {mayChange && (
          <Button look="quiet" className="mt-2">
            Mark selected as not thanked
          </Button>
        )}
      </StaffForm>
      <PageLinks path={ACKNOWLEDGMENTS} query={{ show: "thanked" }} {...list} />
    </>
  );
}

const TABS = [
  { name: "To thank", href: ACKNOWLEDGMENTS, show: undefined },
  { name: "Thanked", href: `${ACKNOWLEDGMENTS}?show=thanked`, show: "thanked" },
];

function Tabs({ show }: { show: string | undefined }) {
  return (
    <nav aria-label="Lists" className="mt-2 flex flex-wrap gap-x-2">
      {TABS.map((tab) => (
        <StandaloneLink
          key={tab.name}
          href={tab.href}
          aria-current={tab.show === show ? "page" : undefined}
          className={tab.show === show ? "font-strong decoration-2" : ""}
        >
          {tab.name}
        </StandaloneLink>
      ))}
      <StandaloneLink href="/school/donors">All donors</StandaloneLink>
    </nav>
  );
}

/** After a change: how many gifts were marked, and undoing it. */
function Flash({ page }: SchoolPage) {
  const { marked, unmarked, at } = page.query;
  const [count, words] =
    marked === undefined ? [unmarked, "marked as not thanked"] : [marked, "marked as thanked"];
  if (count === undefined || !/^\d{1,6}$/.test(count)) return null;
  return (
    <Notice tone="completed" title={`${formatCount(Number(count), "gift")} ${words}`} urgent>
      {at && (
        <StaffForm page={page} action="unmark">
          <input type="hidden" name="at" value={at} />
          <Button look="quiet">Undo</Button>
        </StaffForm>
      )}
    </Notice>
  );
}

/** Donors to thank, and donors who were thanked. */
async function AcknowledgmentsPage(page: StaffPageProps<"school">) {
  const { scope, query, state } = page;
  const mayChange = isOffered(scope, "acknowledgments.change");
  const show = query.show === "thanked" ? query.show : undefined;
  const List = show ? Thanked : ToThank;
  return (
    <StaffFrame
      page={page}
      // Enlarged, one word this long is wider than a phone.
      title={<span className="text-[min(2.5rem,11vw)]">Acknowledgments</span>}
      intro="Donors to thank for their confirmed gifts. Anonymous donors aren’t listed."
    >
      <Tabs show={show} />
      <div className="mt-1 empty:hidden">
        <FormStatus state={state} title="Nothing was marked" />
        {!state && <Flash page={page} />}
      </div>
      <List page={page} mayChange={mayChange} />
    </StaffFrame>
  );
}

const FILTERS = {
  until: isTime,
  show: oneOf(["thanked"]),
  marked: anyText,
  unmarked: anyText,
  at: isTime,
};

export default staffPage("school", "gifts.read", "/acknowledgments", AcknowledgmentsPage, FILTERS);
