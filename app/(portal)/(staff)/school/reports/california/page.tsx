import type { ReactNode } from "react";
import { pathWithQuery } from "#app/paths.ts";
import { Facts } from "#components/portal/facts.tsx";
import { StandaloneLink } from "#components/ui/button.tsx";
import { dayAt } from "#lib/calendar.ts";
import { formatDay } from "#lib/dates.ts";
import { formatDollars } from "#lib/money.ts";
import { readPeriod } from "#lib/reports/period.ts";
import { readGiven, readReportSchool } from "#lib/reports/queries.ts";
import { readRecord } from "#lib/schools/participation/mutations.ts";
import { formatCount } from "#lib/text.ts";
import { PERIOD_FILTERS, PeriodPicker } from "../../../period-picker.tsx";
import { StaffFrame, type StaffPageProps, StaffSection, staffPage } from "../../../staff-page.tsx";

type Given = Awaited<ReturnType<typeof readGiven>>;
type SchoolRecord = Awaited<ReturnType<typeof readRecord>>;

function Sum({ of, children }: { of: Given["all"]; children?: ReactNode }) {
  return (
    <>
      <span className="figures">
        {formatDollars(of.cents)} in {formatCount(of.count, "gift")}
      </span>
      {children}
    </>
  );
}

function Donations({ given }: { given: Given }) {
  const { donors } = given;
  return (
    <Facts
      facts={{
        Given: <Sum of={given.all} />,
        Confirmed: <Sum of={given.confirmed}>, by your foundation</Sum>,
        Waiting: <Sum of={given.waiting}>, not confirmed yet</Sum>,
        Declined: <Sum of={given.refused} />,
        Donors: `${formatCount(donors, "person", "people")}, counted once each. Donors who stay anonymous aren’t counted, and neither are gifts that a bank made without naming a customer.`,
        Fees: "None are recorded. Your foundation is told each gift’s whole amount.",
      }}
    />
  );
}

const Shared = ({ given }: { given: Given }) => (
  <Facts
    facts={{
      "Name and email": <Sum of={given.byName} />,
      "Postal address, too": <Sum of={given.byAddress} />,
      Nothing: <Sum of={given.anonymous}>, from donors who stay anonymous</Sum>,
      "No donor known": <Sum of={given.byBank}>, made by a bank</Sum>,
    }}
  />
);

const NOT_ON_FILE = <span className="text-quiet">Not on file</span>;

const checked = (day: string | null | undefined) =>
  day ? `Checked on ${formatDay(day)}` : NOT_ON_FILE;

function OnFile({ record, timeZone }: { record: SchoolRecord; timeZone: string }) {
  const { consentBy, consentOn, consentDocument, legalName, ein, payeeApprovedAt } = record ?? {};
  const hasConsented = consentBy && consentOn && consentDocument;
  return (
    <Facts
      facts={{
        "Legal name": legalName ? <bdi>{legalName}</bdi> : NOT_ON_FILE,
        EIN: ein ?? NOT_ON_FILE,
        Consent: hasConsented ? (
          <>
            <bdi>{consentBy}</bdi>, on {formatDay(consentOn)}, in <bdi>{consentDocument}</bdi>
          </>
        ) : (
          NOT_ON_FILE
        ),
        Registration: checked(record?.registrationCheckedOn),
        "Good standing": checked(record?.goodStandingCheckedOn),
        "Where money goes": payeeApprovedAt
          ? `Details on file, approved on ${formatDay(dayAt(payeeApprovedAt, timeZone))}`
          : NOT_ON_FILE,
      }}
    />
  );
}

/** What this service knows of what California has platforms keep and tell charities. */
async function CaliforniaPage(page: StaffPageProps<"school">) {
  const { scope, base, path, query } = page;
  const [school, record] = await Promise.all([readReportSchool(scope), readRecord(scope.schoolId)]);
  const period = readPeriod(query, school.today, school.fiscalYearMonth);
  const given = await readGiven(scope, school, period);
  return (
    <StaffFrame
      page={page}
      title="California record"
      intro="California regulates charitable fundraising platforms (AB 488: Government Code § 12599.9, and 11 CCR §§ 314–323). These are the facts that this service has about gifts to your foundation. They’re neither legal advice nor a filing, and they may not be all that the law asks for."
    >
      <p className="mt-2">
        <bdi className="font-strong">{school.foundationName}</bdi>
        <span className="text-quiet">, as of {formatDay(school.today)}</span>
      </p>
      <PeriodPicker path={path} period={period} days={school} />
      <StaffSection
        id="donations"
        title={`Given in ${period.name}${period.isOpen ? ", so far" : ""}`}
        intro="By the day they were given, from donors everywhere."
      >
        <Donations given={given} />
        <p className="mt-1 print:hidden">
          <StandaloneLink href={pathWithQuery(`${path}/export`, period.query)}>
            Export each gift as CSV
          </StandaloneLink>
        </p>
      </StaffSection>
      <StaffSection id="sent" title="Money sent">
        <p className="max-w-reading">
          When and how money was paid to your foundation isn’t part of this record. A confirmed gift
          means that your foundation confirmed it.
        </p>
      </StaffSection>
      <StaffSection id="shared" title="What you were told about donors">
        <Shared given={given} />
      </StaffSection>
      <StaffSection
        id="on-file"
        title="On file"
        intro="What the operator has noted about your foundation."
      >
        <OnFile record={record} timeZone={school.timeZone} />
      </StaffSection>
      <p className="mt-3 print:hidden">
        <StandaloneLink href={pathWithQuery(`${base}/reports`, period.query)}>
          Back to the reports
        </StandaloneLink>
      </p>
    </StaffFrame>
  );
}

export default staffPage(
  "school",
  "reports.read",
  "/reports/california",
  CaliforniaPage,
  PERIOD_FILTERS,
);
