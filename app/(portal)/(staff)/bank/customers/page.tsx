import { anyText, chosenFilters, oneOf } from "#app/filters.ts";
import { listPage, PageLinks } from "#app/page-links.tsx";
import { pathWithQuery } from "#app/paths.ts";
import { Chips, Search, Tabs } from "#components/desk/filters.tsx";
import { column, day, Empty, List, money } from "#components/desk/list.tsx";
import { TextLink } from "#components/ui/button.tsx";
import type { Account } from "#lib/accounts/contract.ts";
import { customersNamed, listAccounts } from "#lib/accounts/queries.ts";
import { toCents } from "#lib/money.ts";
import { formatCount } from "#lib/text.ts";
import { StaffFrame, staffPage } from "../../staff-page.tsx";
import { CUSTOMERS, STATUSES } from "./customer-words.ts";

/** How many of what a search finds are counted. */
const MAX_COUNTED = 1_000;

const FILTERS = { show: oneOf(Object.keys(STATUSES)), q: anyText };

const Customers = ({ accounts }: { accounts: Account[] }) => (
  <List<Account>
    caption="Customers, latest link first"
    columns={[
      column("Customer", "rest", ({ display_name }) => <bdi>{display_name}</bdi>),
      money("Given", (account) => toCents(account.lifetime_donated_usd)),
      column("Email", "text", ({ email }) => <bdi className="text-quiet">{email}</bdi>),
      column("Your ID", "fund", ({ bank_user_id }) => <bdi>{bank_user_id}</bdi>),
      day("Linked", ({ linked_at }) => linked_at),
    ]}
    rows={accounts}
    hrefOf={({ service_user_id }) => `${CUSTOMERS}/${service_user_id}`}
  />
);

/** The bank's customers, by their links. A search looks among all. */
export default staffPage(
  "bank",
  "customers.read",
  "/customers",
  async (page) => {
    const { scope, query } = page;
    const { show, q } = chosenFilters(query, FILTERS);
    const named = q ? await customersNamed(scope, q) : {};
    const status = show ?? (q ? undefined : "active");
    const list = await listPage(query, (at) =>
      listAccounts(scope, { ...named, status, ...at }, MAX_COUNTED),
    );
    const tabs = Object.entries(STATUSES).map(([value, label]) => ({
      label,
      href: pathWithQuery(CUSTOMERS, { show: value, q }),
      isCurrent: value === status,
    }));
    return (
      <StaffFrame page={page} title="Customers">
        <div className="page-head">
          <Tabs label="Links" tabs={tabs} />
          <Search path={CUSTOMERS} query={{ show, q }} placeholder="Your ID, email, or name" />
        </div>
        <Chips chips={[]} clear={CUSTOMERS}>
          <b>
            {q && list.total > MAX_COUNTED
              ? `More than ${formatCount(MAX_COUNTED, "customer")}`
              : formatCount(list.total, "customer")}
          </b>
        </Chips>
        {list.total > 0 ? (
          <>
            <Customers accounts={list.items} />
            <PageLinks path={CUSTOMERS} query={{ show, q }} {...list} />
          </>
        ) : q || show ? (
          <p className="mt-3 border-edge border-t pt-3">
            <b>No customers match.</b>{" "}
            <TextLink href={CUSTOMERS}>Show all linked customers</TextLink>
          </p>
        ) : (
          <Empty title="No customers yet">
            They appear here once your system links them.{" "}
            <TextLink href="/docs/linking#accounts">How it works</TextLink>
          </Empty>
        )}
      </StaffFrame>
    );
  },
  FILTERS,
);
