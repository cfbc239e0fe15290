import { FormStatus } from "#app/form-page.tsx";
import { type FormState, type Query, titleOf } from "#app/forms/form-state.ts";
import { MissingPage } from "#app/missing-page.tsx";
import { type Fact, Facts } from "#components/portal/facts.tsx";
import { Button, StandaloneLink } from "#components/ui/button.tsx";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { isOffered } from "#lib/auth/permissions.ts";
import type { SchoolScope } from "#lib/auth/scopes.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import type { SchoolFund } from "#lib/schools/funds/contract.ts";
import { listFunds } from "#lib/schools/funds/queries.ts";
import { usesBatches } from "#lib/ticketing/config.ts";
import { versionOf } from "#lib/version-shown.ts";
import { StaffForm, StaffFrame, StaffSection, staffPage } from "../../../staff-page.tsx";
import { FundFields, TAX_CLASSES } from "../fund-fields.tsx";

export const generateMetadata = ({ searchParams }: Query) => titleOf("Fund", searchParams);

const money = (usd: number | null) => (usd === null ? "None" : formatDollars(toCents(usd)));

function factsOf(fund: SchoolFund, hasPlatform: boolean): (Fact | false)[] {
  const { name, meaning } = TAX_CLASSES[fund.deductibility];
  const value = fund.good_faith_value_usd;
  return [
    { name: "Name", value: fund.name },
    { name: "Description", value: fund.description || "None" },
    { name: "Tax class", value: `${name}. ${meaning}` },
    value !== null && { name: "Value of benefits", value: money(value) },
    { name: "Minimum gift", value: money(fund.minimum_donation_usd) },
    { name: "Code", value: fund.platform_code ?? "None" },
    hasPlatform && { name: "Attraction ID", value: fund.attraction_id ?? "None" },
    hasPlatform && { name: "Venue ID", value: fund.venue_id ?? "None" },
  ];
}

type FundProps = { scope: SchoolScope; path: string; fund: SchoolFund };

type ChangeProps = FundProps & { state: FormState | null; hasPlatform: boolean };

function ChangeForm({ scope, path, fund, state, hasPlatform }: ChangeProps) {
  return (
    <>
      {state?.errors.shown && (
        <div id="shown">
          <Notice tone="failed" title="The fund wasn’t saved" urgent>
            <p>
              {state.errors.shown} Your changes are in the form. Compare them with the current fund,
              shown here, and save again.
            </p>
            <div className="mt-2">
              <Facts facts={factsOf(fund, hasPlatform)} />
            </div>
          </Notice>
        </div>
      )}
      <StaffForm scope={scope} action={`${path}/change`} className="mt-3 grid max-w-form gap-3">
        <input type="hidden" name="shown" value={versionOf(fund)} />
        <FundFields fund={fund} state={state} hasPlatform={hasPlatform} />
        <Button className="justify-self-start">Save</Button>
      </StaffForm>
    </>
  );
}

function RetireSection({ scope, path, fund }: FundProps) {
  if (fund.retired_at) {
    return (
      <StaffSection id="retire" title="Reinstate this fund" intro="Donors can choose it again.">
        <StaffForm scope={scope} action={`${path}/retire`}>
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
      <StaffForm scope={scope} action={`${path}/retire`}>
        <input type="hidden" name="retired" value="yes" />
        <ConfirmButton
          look="danger"
          question="Retire this fund?"
          meaning="It doesn’t accept new gifts. You can reinstate it."
          yes="Retire fund"
        >
          Retire fund
        </ConfirmButton>
      </StaffForm>
    </StaffSection>
  );
}

/** One fund: its form for admins, its facts for everyone else. */
export default staffPage(
  "school",
  "funds.read",
  "/funds/[fund_id]",
  async ({ scope, base, params, state }) => {
    const { items: funds } = await listFunds(scope);
    const fund = funds.find(({ fund_id }) => fund_id === params.fund_id);
    if (!fund) return <MissingPage />;
    const path = `${base}/funds/${encodeURIComponent(fund.fund_id)}`;
    const hasPlatform = !(await usesBatches(scope.schoolId));
    const mayChange = isOffered(scope, "funds.change");
    return (
      <StaffFrame
        current={`${base}/funds`}
        title={<bdi>{fund.name}</bdi>}
        intro={
          fund.retired_at ? (
            <>
              Retired <Moment at={fund.retired_at} as="date" />. It doesn’t accept new gifts.
            </>
          ) : (
            "In use. A change applies to gifts accepted afterward: earlier gifts and receipts already issued never change."
          )
        }
      >
        <p>
          <StandaloneLink href={`${base}/funds`}>Back to the funds</StandaloneLink>
        </p>
        <FormStatus state={state} title="Nothing was saved" />
        {mayChange ? (
          <>
            <ChangeForm
              scope={scope}
              path={path}
              fund={fund}
              state={state}
              hasPlatform={hasPlatform}
            />
            <RetireSection scope={scope} path={path} fund={fund} />
          </>
        ) : (
          <div className="mt-2">
            <Facts facts={factsOf(fund, hasPlatform)} />
          </div>
        )}
      </StaffFrame>
    );
  },
);
