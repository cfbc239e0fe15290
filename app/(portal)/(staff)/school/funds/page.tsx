import { COMPACT } from "#components/desk/filters.tsx";
import { column, Empty, List } from "#components/desk/list.tsx";
import { RowStatus } from "#components/desk/status.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { formatDollars, toCents } from "#lib/money.ts";
import { MAX_FUNDS, type SchoolFund } from "#lib/schools/funds/contract.ts";
import { listFunds } from "#lib/schools/funds/queries.ts";
import { taxLine } from "#lib/schools/tax.ts";
import { StaffFrame, staffPage } from "../../staff-page.tsx";

/** Shown once after a change. */
const FLASHES: Record<string, string> = {
  created: "The fund was created. Donors can choose it within a minute",
  changed: "The fund was saved",
  retired: "The fund was retired. It doesn’t accept new gifts",
  reinstated: "The fund is in use again",
};

const Funds = ({ path, funds }: { path: string; funds: SchoolFund[] }) => (
  <List<SchoolFund>
    caption="Funds"
    columns={[
      column("Name", "rest", ({ name }) => <bdi>{name}</bdi>),
      column(
        "Minimum",
        "amount",
        ({ minimum_donation_usd: usd }) => usd && formatDollars(toCents(usd)),
      ),
      column(
        "Status",
        "status",
        ({ retired_at }) => retired_at && <RowStatus tone={null}>Retired</RowStatus>,
      ),
      column("Taxes", "text", taxLine),
      column("Code", "number", ({ platform_code }) => platform_code),
    ]}
    rows={funds}
    hrefOf={({ fund_id }) => `${path}/${encodeURIComponent(fund_id)}`}
  />
);

/** The foundation's funds: its admins change them. */
export default staffPage("school", "funds.read", "/funds", async (page) => {
  const { scope, path } = page;
  const { items: funds } = await listFunds(scope);
  const mayChange = page.may("funds.change");
  return (
    <StaffFrame
      page={page}
      title="Funds"
      flashes={FLASHES}
      intro="What donors can choose from. A change applies to gifts accepted afterward: earlier gifts and their receipts stay as they are."
      end={
        mayChange &&
        funds.length < MAX_FUNDS && (
          <ButtonLink href={`${path}/create`} look="quiet" className={COMPACT}>
            Create a fund
          </ButtonLink>
        )
      }
    >
      {funds.length > 0 ? (
        <Funds path={path} funds={funds} />
      ) : (
        <Empty title="No funds yet">Gifts reach you with the purpose that the donor wrote.</Empty>
      )}
    </StaffFrame>
  );
});
