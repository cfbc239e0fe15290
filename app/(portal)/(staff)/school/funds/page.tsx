import { titled } from "#app/forms/form-state.ts";
import { ButtonLink, StandaloneLink } from "#components/ui/button.tsx";
import { controls, numbers, Table } from "#components/ui/table.tsx";
import { isOffered } from "#lib/auth/permissions.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import { MAX_FUNDS, type SchoolFund } from "#lib/schools/funds/contract.ts";
import { listFunds } from "#lib/schools/funds/queries.ts";
import { taxLine } from "#lib/schools/tax.ts";
import { StaffFrame, staffPage } from "../../staff-page.tsx";

export const generateMetadata = titled("Funds");

/** Shown once after a change. */
const FLASHES: Record<string, string> = {
  created: "The fund was created. Donors can choose it within a minute",
  changed: "The fund was saved",
  retired: "The fund was retired. It doesn’t accept new gifts",
  reinstated: "The fund is in use again",
};

const Minimum = ({ usd }: { usd: number }) => (
  <>
    <span className="wide:hidden">at least </span>
    {formatDollars(toCents(usd))}
  </>
);

function FundTable({ path, funds, verb }: { path: string; funds: SchoolFund[]; verb: string }) {
  return (
    <Table
      caption="Funds"
      columns={["Name", "Taxes", numbers("Minimum"), "Code", "Status", controls(verb)]}
      rows={funds.map((fund) => ({
        key: fund.fund_id,
        cells: [
          <bdi key="name" className="font-strong [overflow-wrap:anywhere]">
            {fund.name}
          </bdi>,
          taxLine(fund),
          fund.minimum_donation_usd && <Minimum key="minimum" usd={fund.minimum_donation_usd} />,
          fund.platform_code && (
            <span key="code" className="font-mono [overflow-wrap:anywhere]">
              {fund.platform_code}
            </span>
          ),
          fund.retired_at ? (
            <span key="status" className="text-quiet">
              Retired
            </span>
          ) : (
            "In use"
          ),
          <StandaloneLink key="change" href={`${path}/${encodeURIComponent(fund.fund_id)}`}>
            {verb}
            <span className="sr-only"> {fund.name}</span>
          </StandaloneLink>,
        ],
      }))}
    />
  );
}

/** The foundation's funds: its admins change them. */
export default staffPage("school", "funds.read", "/funds", async (page) => {
  const { scope, path } = page;
  const { items: funds } = await listFunds(scope);
  const mayChange = isOffered(scope, "funds.change");
  return (
    <StaffFrame
      page={page}
      title="Funds"
      flashes={FLASHES}
      intro="What donors can choose from. A change applies to gifts accepted afterward: earlier gifts and their receipts stay as they are."
    >
      {mayChange && funds.length < MAX_FUNDS && (
        <ButtonLink href={`${path}/create`} look="quiet" className="mt-3">
          Create a fund
        </ButtonLink>
      )}
      <div className="mt-2">
        {funds.length > 0 ? (
          <FundTable path={path} funds={funds} verb={mayChange ? "Change" : "View"} />
        ) : (
          <p>No funds yet. Gifts reach you with the purpose that the donor wrote.</p>
        )}
      </div>
    </StaffFrame>
  );
});
