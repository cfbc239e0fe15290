import { stateOf } from "#app/forms/form-state.ts";
import { FactRows } from "#components/portal/facts.tsx";
import { Button, StandaloneLink } from "#components/ui/button.tsx";
import { Choice } from "#components/ui/field.tsx";
import { Status } from "#components/ui/status.tsx";
import { formatDay } from "#lib/dates.ts";
import { env } from "#lib/env.ts";
import type { SchoolFund } from "#lib/schools/funds/contract.ts";
import { listFunds } from "#lib/schools/funds/queries.ts";
import { type ReceiptDetails, readReceiptDetails } from "#lib/schools/participation/receipts.ts";
import {
  type SchoolPage,
  StaffForm,
  StaffFrame,
  StaffSection,
  staffPage,
} from "../../staff-page.tsx";
import { TAX_CLASSES } from "../funds/tax-classes.ts";
import { DETAILS, forms } from "./forms.ts";

/** Shown once after a change. */
const FLASHES: Record<string, string> = {
  changed: "The details were saved",
  approved: "The receipts were approved",
};

const NAMES = Object.keys(DETAILS) as (keyof ReceiptDetails)[];

/** A choice by its words, anything else as it is. */
const wordsOf = (name: keyof ReceiptDetails, value: string | null) =>
  DETAILS[name].options?.find((one) => one.value === value)?.text ?? value;

type Receipts = Awaited<ReturnType<typeof readReceiptDetails>>;

const lowerCase = (text: string) => text.toLowerCase();

const missingFrom = ({ legalName, ein, mailingAddress }: ReceiptDetails) =>
  Object.entries({ legalName, ein, mailingAddress })
    .filter(([, value]) => value === null)
    .map(([name]) => DETAILS[name as keyof ReceiptDetails].label.replace(/^[LM]/, lowerCase));

const DetailFacts = ({ details }: Pick<Receipts, "details">) => (
  <FactRows
    rows={NAMES.map((name) => ({
      name: DETAILS[name].label,
      value: (
        <span className="whitespace-pre-line [overflow-wrap:anywhere]">
          {wordsOf(name, details[name]) ?? <span className="text-quiet">Not set</span>}
        </span>
      ),
    }))}
  />
);

/** One link for each tax class in use: each has wording of its own. */
function Previews({ path, funds }: { path: string; funds: SchoolFund[] }) {
  const inUse = funds.filter(({ retired_at }) => retired_at === null);
  const first = new Map(inUse.toReversed().map((fund) => [fund.deductibility, fund]));
  return (
    <ul className="grid gap-0.5">
      {[...first.values()].toReversed().map(({ fund_id, name, deductibility }) => (
        <li key={fund_id}>
          <StandaloneLink href={`${path}/preview?${new URLSearchParams({ fund: fund_id })}`}>
            {TAX_CLASSES[deductibility].name}: {name} (PDF)
          </StandaloneLink>
        </li>
      ))}
      {inUse.length === 0 && (
        <li>
          <StandaloneLink href={`${path}/preview`}>Preview (PDF)</StandaloneLink>
        </li>
      )}
    </ul>
  );
}

type FormProps = SchoolPage & { receipts: Receipts };

function Approval({ receipts: { approval, details } }: Pick<FormProps, "receipts">) {
  if (approval) {
    return (
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <Status tone="completed">Approved</Status>
        <span className="[overflow-wrap:anywhere]">
          by <bdi>{approval.by}</bdi> on {formatDay(approval.on)}
        </span>
      </p>
    );
  }
  const missing = missingFrom(details);
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <Status tone="waiting">Not approved yet</Status>
        {env().environment === "production" && "Your school can’t accept gifts until they are."}
      </p>
      {missing.length > 0 && (
        <p className="mt-1">Missing before they can be approved: {missing.join(", ")}.</p>
      )}
    </>
  );
}

function ApproveForm({ page, receipts: { version } }: FormProps) {
  return (
    <StaffForm page={page} action="approve" shown={version} className="mt-2">
      <p className="mb-1 max-w-reading">
        Read each preview first. You approve the wording and your funds’ tax classes for the
        foundation, with your name and today’s date.
      </p>
      <Button>Approve receipts</Button>
    </StaffForm>
  );
}

function ChangeForm({ page, receipts }: FormProps) {
  const { details, version, approval } = receipts;
  const approves = stateOf(page.state, "change")?.values.approve !== undefined;
  const closes =
    env().environment === "production"
      ? " Your school then stops accepting gifts until someone approves them and we reopen it."
      : "";
  return (
    <StaffForm
      page={page}
      action="change"
      form={forms.change}
      saved={details}
      shown={version}
      send="Save"
    >
      {approval && (
        <div className="border-edge border-l-4 pl-1.5">
          <p>
            <b>Saving a change withdraws the approval</b> by <bdi>{approval.by}</bdi>.{closes}
          </p>
          <Choice
            type="checkbox"
            id="approve"
            name="approve"
            label="Approve the changed details right away, for the foundation"
            defaultChecked={approves}
          />
        </div>
      )}
    </StaffForm>
  );
}

/** What the foundation's receipts say, and its approval. */
export default staffPage("school", "settings.read", "/receipts", async (page) => {
  const { scope, path, state } = page;
  const [receipts, { items: funds }] = await Promise.all([
    readReceiptDetails(scope),
    listFunds(scope),
  ]);
  const mayChange = page.may("receipts.change");
  return (
    <StaffFrame
      page={page}
      title="Receipts"
      intro="What your receipts say. A change applies to receipts issued afterward: those already issued never change."
      failed="Nothing was saved"
      flashes={FLASHES}
      conflict={
        <>
          <p>
            {state?.errors.shown} The current details are below. Check what you entered and save
            again.
          </p>
          <div className="mt-2">
            <DetailFacts details={receipts.details} />
          </div>
        </>
      }
    >
      <StaffSection id="approval" title="Approval">
        <Approval receipts={receipts} />
      </StaffSection>
      <StaffSection
        id="preview"
        title="Preview"
        intro="Samples with the details below, one for each tax class."
      >
        <Previews path={path} funds={funds} />
        {mayChange && !receipts.approval && missingFrom(receipts.details).length === 0 && (
          <ApproveForm page={page} receipts={receipts} />
        )}
      </StaffSection>
      <StaffSection id="details" title="Details">
        {mayChange ? (
          <ChangeForm page={page} receipts={receipts} />
        ) : (
          <DetailFacts details={receipts.details} />
        )}
      </StaffSection>
    </StaffFrame>
  );
});
