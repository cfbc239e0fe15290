import { Facts, type FactTable } from "#components/portal/facts.tsx";
import { Ask, Button } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { formatDollars, toCents } from "#lib/money.ts";
import type { SchoolFund } from "#lib/schools/funds/contract.ts";
import { listFunds } from "#lib/schools/funds/queries.ts";
import { usesBatches } from "#lib/ticketing/config.ts";
import { versionOf } from "#lib/version-shown.ts";
import {
  type SchoolPage,
  StaffForm,
  StaffFrame,
  StaffSection,
  staffPage,
} from "../../../staff-page.tsx";
import { FUND_FIELDS, PLATFORM_FUND_FIELDS } from "../forms.ts";
import { TAX_CLASSES } from "../tax-classes.ts";

const money = (usd: number | null) => (usd === null ? "None" : formatDollars(toCents(usd)));

function factsOf(fund: SchoolFund, hasPlatform: boolean): FactTable {
  const { name, meaning } = TAX_CLASSES[fund.deductibility];
  const value = fund.good_faith_value_usd;
  return {
    Name: fund.name,
    Description: fund.description || "None",
    "Tax class": `${name}. ${meaning}`,
    "Value of benefits": value !== null && money(value),
    "Minimum gift": money(fund.minimum_donation_usd),
    Code: fund.platform_code ?? "None",
    "Attraction ID": hasPlatform && (fund.attraction_id ?? "None"),
    "Venue ID": hasPlatform && (fund.venue_id ?? "None"),
  };
}

type FundProps = SchoolPage & { fund: SchoolFund };

function RetireSection({ page, fund }: FundProps) {
  if (fund.retired_at) {
    return (
      <StaffSection id="retire" title="Reinstate this fund" intro="Donors can choose it again.">
        <StaffForm page={page} action="retire">
          <input type="hidden" name="retired" value="no" />
          <Button look="quiet">Reinstate fund</Button>
        </StaffForm>
      </StaffSection>
    );
  }
  return (
    <StaffSection
      id="retire"
      title="Retire this fund"
      intro="Donors can’t choose it anymore, and gifts that name it reach you without a fund. Earlier gifts keep it."
    >
      <StaffForm page={page} action="retire">
        <input type="hidden" name="retired" value="yes" />
        <Ask
          look="danger"
          ask="Retire fund"
          meaning="It doesn’t accept new gifts. You can reinstate it."
          yes="Retire now"
        />
      </StaffForm>
    </StaffSection>
  );
}

/** One fund: its form for admins, its facts for everyone else. */
export default staffPage("school", "funds.read", "/funds/[fund_id]", async (page) => {
  const { scope, base, params, state } = page;
  const { items: funds } = await listFunds(scope);
  const fund = funds.find(({ fund_id }) => fund_id === params.fund_id);
  if (!fund) return null;
  const hasPlatform = !(await usesBatches(scope.schoolId));
  const mayChange = page.may("funds.change");
  return (
    <StaffFrame
      page={page}
      title={<bdi>{fund.name}</bdi>}
      name="Fund"
      intro={
        fund.retired_at ? (
          <>
            Retired <Moment at={fund.retired_at} as="date" />. It doesn’t accept new gifts.
          </>
        ) : (
          "In use. A change applies to gifts accepted afterward: earlier gifts and receipts already issued never change."
        )
      }
      failed="Nothing was saved"
      conflict={
        <>
          <p>
            {state?.errors.shown} Your changes are in the form. Compare them with the current fund,
            shown here, and save again.
          </p>
          <div className="mt-2">
            <Facts facts={factsOf(fund, hasPlatform)} />
          </div>
        </>
      }
      back={{ href: `${base}/funds`, text: "Back to the funds" }}
    >
      {mayChange ? (
        <>
          <StaffForm
            page={page}
            action="change"
            shown={versionOf(fund)}
            form={{ fields: hasPlatform ? PLATFORM_FUND_FIELDS : FUND_FIELDS }}
            saved={fund}
            className="mt-3 grid max-w-form gap-3"
            send="Save"
          />
          <RetireSection page={page} fund={fund} />
        </>
      ) : (
        <div className="mt-2">
          <Facts facts={factsOf(fund, hasPlatform)} />
        </div>
      )}
    </StaffFrame>
  );
});
