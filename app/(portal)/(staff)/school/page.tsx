import { column, day, List, money } from "#components/desk/list.tsx";
import { RowStatus } from "#components/desk/status.tsx";
import { ButtonLink, TextLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { readToday, type Today } from "#lib/batches/queries.ts";
import { listCases } from "#lib/cases/queries.ts";
import type { CaseRow } from "#lib/cases/sql.ts";
import { type GiftCorrection, listAsked } from "#lib/corrections/queries.ts";
import { formatWeekday } from "#lib/dates.ts";
import { giftNumberOf } from "#lib/donations/gift-number.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import { formatCount } from "#lib/text.ts";
import { usesBatches } from "#lib/ticketing/config.ts";
import { caseColumns } from "../case-pages.tsx";
import { correctionTitle } from "../correction-words.tsx";
import { teamTimeZone } from "../date-filter.ts";
import { StaffFrame, type StaffPageProps, StaffSection, staffPage } from "../staff-page.tsx";
import { ROLE_CHANGED } from "../team-forms.ts";
import { MonthChart } from "./month-chart.tsx";

const isAre = (count: number) => (count === 1 ? "is" : "are");

/** "2 are late. 6 are due Monday, December 7. $1,420 in all." */
function Sentence({ gifts, timeZone }: Pick<Today, "gifts"> & { timeZone: string }) {
  const { toConfirm, late, dueAt, toConfirmCents } = gifts;
  const due = toConfirm - late;
  return (
    <p className="mt-1 text-lead">
      {late > 0 && (
        <b className="text-failed">
          {late} {isAre(late)} late.{" "}
        </b>
      )}
      {due > 0 && dueAt && (
        <>
          {due} {isAre(due)} due {formatWeekday(dueAt, timeZone)}.{" "}
        </>
      )}
      <span className="text-quiet">{formatDollars(toConfirmCents)} in all.</span>
    </p>
  );
}

type QueueProps = { page: StaffPageProps<"school">; today: Today; timeZone: string };

/** One number, one sentence, and one button that opens them. */
function Queue({ page, today: { gifts }, timeZone }: QueueProps) {
  const { toConfirm } = gifts;
  if (toConfirm === 0) {
    return (
      <>
        <p className="display mt-2 text-d64">Nothing to confirm</p>
        <p className="mt-1 max-w-reading text-quiet">
          When a batch closes, download its file, post its gifts in your system, and confirm them
          here.
        </p>
      </>
    );
  }
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-2">
      <p className="display figures text-[min(13.5rem,30vw)]/[0.8]">{toConfirm}</p>
      <div>
        <p className="display text-d64">{toConfirm === 1 ? "Gift" : "Gifts"} to confirm</p>
        <Sentence gifts={gifts} timeZone={timeZone} />
        {page.may("gifts.confirm") && (
          <p className="mt-3 flex flex-wrap items-center gap-3">
            <ButtonLink href={`${page.base}/gifts/confirm`}>
              Confirm {formatCount(toConfirm, "gift")}
            </ButtonLink>
            <TextLink href={`${page.base}/gifts/confirm#file`}>Confirm from a file</TextLink>
          </p>
        )}
      </div>
    </div>
  );
}

type Waiting = Today["batches"][number];

const isLate = ({ dueAt }: Waiting) => dueAt !== null && dueAt.getTime() < Date.now();

/** Batches with gifts to confirm, the most urgent first. */
const WaitingBatches = ({ base, batches }: { base: string; batches: Waiting[] }) => (
  <StaffSection id="waiting" title="By batch">
    <List<Waiting>
      caption="Batches with gifts to confirm"
      columns={[
        column(
          "Gifts",
          "rest",
          ({ count, number }) => `${formatCount(count, "gift")} in batch ${number}`,
        ),
        column("Status", "status", (batch) =>
          isLate(batch) ? (
            <RowStatus tone="late">Late</RowStatus>
          ) : (
            <RowStatus tone="waiting">To confirm</RowStatus>
          ),
        ),
        column("Due", "date", ({ dueAt }) =>
          dueAt ? <Moment at={dueAt} as="day" /> : "In review",
        ),
        money("Amount", ({ cents }) => cents),
      ]}
      rows={batches}
      hrefOf={({ id }) => `${base}/batches/${id}`}
    />
  </StaffSection>
);

type OpenProps = Pick<Today, "open" | "nextCloseAt"> & { base: string };

const OpenBatch = ({ base, open, nextCloseAt }: OpenProps) => (
  <StaffSection id="open" title="Open batch">
    {open ? (
      <p>
        <TextLink href={`${base}/batches/${open.batch_id}`}>Batch {open.number}</TextLink> has{" "}
        {formatCount(open.gift_count, "gift")}, {formatDollars(toCents(open.dollar_amount))}.{" "}
        {nextCloseAt ? (
          <>
            It closes <Moment at={nextCloseAt} as="minute" />.
          </>
        ) : (
          "You close it manually."
        )}
      </p>
    ) : (
      <p className="text-quiet">The next gift opens a batch, and enters it within seconds.</p>
    )}
  </StaffSection>
);

/** The most that Today lists: a foundation has few. */
const MAX_CASES = 20;

const Cases = ({ base, cases }: { base: string; cases: CaseRow[] }) => (
  <StaffSection id="cases" title="Donors’ questions">
    <List<CaseRow>
      caption="Gifts that donors say something is wrong with"
      columns={[caseColumns.what, caseColumns.fund, caseColumns.date, caseColumns.amount]}
      rows={cases}
      hrefOf={({ donationId }) => `${base}/gifts/${giftNumberOf(donationId)}`}
    />
  </StaffSection>
);

/** What banks ask to take back of gifts in closed batches, and of gifts that were paid. */
const Asked = ({ base, asked }: { base: string; asked: GiftCorrection[] }) => (
  <StaffSection id="asked" title="Corrections to decide">
    <List<GiftCorrection>
      caption="Corrections that banks ask for, the oldest first"
      columns={[
        column("Correction", "rest", correctionTitle),
        column("Reason", "text", ({ reason }) => <bdi>{reason}</bdi>),
        day("Asked", ({ created_at }) => created_at),
      ]}
      rows={asked}
      hrefOf={({ donation_id }) => `${base}/gifts/${giftNumberOf(donation_id)}`}
    />
  </StaffSection>
);

/** A foundation's first page: what to do now, and the month so far. */
export default staffPage("school", "home.read", "", async (page) => {
  const { scope, base } = page;
  const timeZone = await teamTimeZone(scope);
  const [today, cases, asked, importsFiles] = await Promise.all([
    readToday(scope, timeZone),
    listCases(scope, { areOpen: true, limit: MAX_CASES }),
    listAsked(scope),
    usesBatches(scope.schoolId),
  ]);
  const { batches, open, days } = today;
  // A foundation that used to import files may have some left to confirm.
  const hasBatches = importsFiles || batches.length > 0 || open !== null;
  return (
    <StaffFrame page={page} isQuiet title="Today" flashes={ROLE_CHANGED}>
      <p className="text-quiet">{formatWeekday(new Date(), timeZone)}</p>
      {hasBatches && <Queue page={page} today={today} timeZone={timeZone} />}
      {batches.length > 0 && <WaitingBatches base={base} batches={batches} />}
      {asked.length > 0 && <Asked base={base} asked={asked} />}
      {cases.items.length > 0 && <Cases base={base} cases={cases.items} />}
      <div className="grid gap-x-8 desk:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <MonthChart schoolId={scope.schoolId} today={today.today} days={days} />
        {hasBatches && <OpenBatch base={base} {...today} />}
      </div>
    </StaffFrame>
  );
});
