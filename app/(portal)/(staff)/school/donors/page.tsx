import { anyText } from "#app/filters.ts";
import { titled } from "#app/forms/form-state.ts";
import { PER_PAGE, pageAtCursor } from "#app/page-at-cursor.ts";
import { PageLinks } from "#app/page-links.tsx";
import { pathWithQuery } from "#app/paths.ts";
import { Button, StandaloneLink } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { controls, numbers, Table, unbroken, worded } from "#components/ui/table.tsx";
import { type ListedDonors, listDonors } from "#lib/donors/donors.ts";
import { filterText } from "#lib/fields.ts";
import { formatDollarsAndCents } from "#lib/money.ts";
import { formatCount } from "#lib/text.ts";
import { StaffFrame, type StaffPageProps, staffPage } from "../../staff-page.tsx";
import { GIFTS } from "../gifts/gift-filter.ts";

export const generateMetadata = titled("Donors");

const PATH = "/school/donors";

function Search({ text }: { text: string | undefined }) {
  return (
    <search>
      <form method="get" action={PATH} className="mt-2 flex flex-wrap items-end gap-x-2 gap-y-1">
        <Field
          id="q"
          type="search"
          label="Name or email"
          autoComplete="off"
          spellCheck={false}
          defaultValue={text}
          className="w-[20rem] max-w-full"
        />
        <Button look="quiet">Search</Button>
        {text && <StandaloneLink href={PATH}>Show all</StandaloneLink>}
      </form>
    </search>
  );
}

function Donors({ donors }: { donors: ListedDonors["items"] }) {
  return (
    <Table
      caption="Donors, latest gift first"
      columns={[
        controls("Donor"),
        "Email",
        "Last gift",
        numbers("Gifts"),
        numbers("Confirmed dollars"),
      ]}
      rows={donors.map(({ id, lastAt, name, email, giftCount, confirmedCents }) => ({
        key: String(id),
        cells: [
          <StandaloneLink
            key="name"
            href={pathWithQuery(GIFTS, { donor: email ?? "" })}
            className="font-strong wrap-anywhere"
          >
            <bdi>{name}</bdi>
            <span className="sr-only">: gifts</span>
          </StandaloneLink>,
          email !== name && (
            <bdi key="email" className="wrap-anywhere">
              {email}
            </bdi>
          ),
          unbroken(<Moment at={lastAt} as="date" />),
          worded("", giftCount.toLocaleString("en-US"), giftCount === 1 ? "gift" : "gifts"),
          worded("", formatDollarsAndCents(confirmedCents), "confirmed"),
        ],
      }))}
    />
  );
}

type Counts = Pick<ListedDonors, "total" | "donorCount" | "anonymousCount"> & {
  text: string | undefined;
};

function Summary({ text, total, donorCount, anonymousCount }: Counts) {
  const donors = formatCount(donorCount, "donor");
  return (
    <p className="figures mt-2 text-quiet">
      {text ? `${total.toLocaleString("en-US")} of ${donors} found.` : `${donors}.`}
      {anonymousCount > 0 &&
        ` Not listed: ${formatCount(anonymousCount, "gift")} from anonymous donors.`}
    </p>
  );
}

/** The donors who let the school know who they are. */
async function DonorsPage(page: StaffPageProps<"school">) {
  const { scope, query } = page;
  const text = query.q?.trim() || undefined;
  const filter: Record<string, string> = text ? { q: text } : {};
  const { items, nextCursor, isFirst, ...counts } = await pageAtCursor(query.after, (cursor) =>
    listDonors(scope, { text: text && filterText.parse(text), limit: PER_PAGE, cursor }),
  );
  return (
    <StaffFrame
      page={page}
      title="Donors"
      intro="Everyone who gave under their name, those with the latest gifts first."
    >
      <p>
        <StandaloneLink href="/school/acknowledgments">Acknowledgments</StandaloneLink>
      </p>
      <Search text={text} />
      <Summary text={text} {...counts} />
      {items.length > 0 ? (
        <Donors donors={items} />
      ) : (
        <p className="mt-1">
          {text
            ? "No donor’s name or email address contains this."
            : "No donors yet. They appear here with their first gift."}
        </p>
      )}
      <PageLinks path={PATH} query={filter} nextCursor={nextCursor} isFirst={isFirst} />
    </StaffFrame>
  );
}

export default staffPage("school", "gifts.read", "/donors", DonorsPage, { q: anyText });
