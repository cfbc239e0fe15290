import type { ReactNode } from "react";
import { pathWithQuery } from "#app/paths.ts";
import { column, count, day, List, money, SchoolTick } from "#components/desk/list.tsx";
import { RowStatus, type RowTone } from "#components/desk/status.tsx";
import { Money } from "#components/desk/ticket.tsx";
import { StandaloneLink, TextLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { readBankTerms } from "#lib/banks/queries.ts";
import { periodEnd, type Schedule } from "#lib/books/periods.ts";
import { dayAt } from "#lib/calendar.ts";
import { formatDay, formatWeekday } from "#lib/dates.ts";
import { listWaitingParts } from "#lib/donations/history/queries.ts";
import { overviewTimes, RECENT_DAYS, readGiftOverview } from "#lib/donations/overview/queries.ts";
import { formatDollars, formatDollarsAndCents } from "#lib/money.ts";
import { formatCount } from "#lib/text.ts";
import { readHealth } from "#lib/webhooks/endpoints/queries.ts";
import { MAX_COUNTED } from "#lib/webhooks/endpoints/sql.ts";
import { teamTimeZone } from "../date-filter.ts";
import { StaffFrame, StaffSection, staffPage } from "../staff-page.tsx";
import { ROLE_CHANGED } from "../team-forms.ts";
import { DONATIONS, type DonationFilter } from "./donations/donation-filter.ts";
import { SchoolColors } from "./donations/school-colors.tsx";

type Terms = Awaited<ReturnType<typeof readBankTerms>>;
type Waiting = Awaited<ReturnType<typeof listWaitingParts>>[number];
type Endpoint = Awaited<ReturnType<typeof readHealth>>[number];

const donations = (filter: DonationFilter) => pathWithQuery(DONATIONS, filter);

/** What the bank may still give before gifts are refused. */
function Unpaid({ unpaid }: Pick<Terms, "unpaid">) {
  if (!unpaid) return null;
  const { cents, maxCents } = unpaid;
  return (
    <div className="min-w-[18rem] grow desk:max-w-[28rem]">
      <p className="flex justify-between gap-2">
        <b>Unpaid</b>
        <span>
          <b>{formatDollars(cents)}</b> of {formatDollars(maxCents)}
        </span>
      </p>
      <meter
        className="block h-2 w-full"
        aria-label="Unpaid"
        max={maxCents}
        high={maxCents * 0.9}
        value={cents}
      />
      <p className="text-fine text-quiet">
        {formatDollars((maxCents - cents) as typeof cents)} left before gifts are refused
      </p>
    </div>
  );
}

function stateOf({ isHeld, isRetrying, dueAt }: Waiting): [RowTone | null, string, ReactNode] {
  if (isHeld) return ["waiting", "On hold", "Held gifts"];
  if (isRetrying) return ["waiting", "Retrying", "isn’t answering"];
  return dueAt.getTime() < Date.now()
    ? ["late", "Late", "hasn’t confirmed yet"]
    : [null, "On its way", "hasn’t confirmed yet"];
}

const WaitingGifts = ({ parts }: { parts: Waiting[] }) => (
  <List<Waiting>
    caption="Gifts on their way"
    columns={[
      column("Why", "rest", (part) => (
        <>
          <SchoolTick id={part.schoolId} />
          {part.isHeld ? `On hold, to ${part.schoolName}` : `${part.schoolName} `}
          {!part.isHeld && stateOf(part)[2]}
        </>
      )),
      column("Status", "status", (part) => {
        const [tone, word] = stateOf(part);
        return <RowStatus tone={tone}>{word}</RowStatus>;
      }),
      count("Gifts", ({ count }) => count),
      money("Amount", ({ cents }) => cents),
      day("Due", ({ dueAt }) => dueAt),
    ]}
    rows={parts}
    hrefOf={({ schoolId, isHeld }) =>
      donations({ show: isHeld ? "held" : "pending", school: schoolId })
    }
  />
);

/** "1,204 delivered, none failed" */
function EndpointLine({ url, status, failingSince, delivered, dead, pending }: Endpoint) {
  const many = (count: number) =>
    count > MAX_COUNTED
      ? `over ${MAX_COUNTED.toLocaleString("en-US")}`
      : count.toLocaleString("en-US");
  return (
    <li className="border-line border-b py-1">
      <p className="font-strong wrap-anywhere">{new URL(url).host}</p>
      <p className={failingSince || status !== "enabled" ? "text-failed" : "text-quiet"}>
        {status !== "enabled" && "Disabled. "}
        {many(delivered)} delivered, {dead ? many(dead) : "none"} failed
        {pending > 0 && `, ${many(pending)} waiting`}
        {failingSince && (
          <>
            . It hasn’t answered since <Moment at={failingSince} as="time" />
          </>
        )}
      </p>
    </li>
  );
}

/** A bank's first page: the day, what waits and why, and whether its systems answer. */
export default staffPage("bank", "home.read", "", async (page) => {
  const { scope } = page;
  const zone = await teamTimeZone(scope);
  const [{ today, failed }, terms, parts, endpoints] = await Promise.all([
    readGiftOverview(scope, overviewTimes(zone)),
    readBankTerms(scope),
    listWaitingParts(scope),
    readHealth(scope),
  ]);
  const { timeZone, statementSchedule } = terms;
  const closesAt = periodEnd(new Date(), statementSchedule as Schedule, timeZone);
  return (
    <StaffFrame page={page} isQuiet title="Overview" flashes={ROLE_CHANGED}>
      <SchoolColors ids={parts.map(({ schoolId }) => schoolId)} />
      <p className="text-quiet">Today, {formatWeekday(new Date(), zone)}</p>
      <div className="mt-1 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="flex flex-wrap items-end gap-x-3">
          <p className="display text-[min(8.25rem,22vw)] wrap-anywhere">
            <Money amount={formatDollars(today.cents)} />
          </p>
          <p>
            <StandaloneLink href={DONATIONS}>{formatCount(today.count, "gift")}</StandaloneLink>
          </p>
        </div>
        <Unpaid {...terms} />
      </div>
      <StaffSection id="waiting" title="What’s waiting">
        {parts.length > 0 ? (
          <WaitingGifts parts={parts} />
        ) : (
          <p className="text-quiet">Nothing. The schools have answered for every gift.</p>
        )}
        {failed.count > 0 && (
          <p className="mt-1">
            <TextLink href={donations({ show: "failed" })}>
              {formatCount(failed.count, "gift")} declined
            </TextLink>{" "}
            in the last {RECENT_DAYS} days, {formatDollarsAndCents(failed.cents)}.
          </p>
        )}
      </StaffSection>
      <div className="grid gap-x-8 desk:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <StaffSection id="endpoints" title="Endpoints, last 24 hours">
          {endpoints.length > 0 ? (
            <ul>
              {endpoints.map((endpoint) => (
                <EndpointLine key={endpoint.id} {...endpoint} />
              ))}
            </ul>
          ) : (
            <p className="text-quiet">
              Your system has none, so it isn’t told what becomes of gifts.
            </p>
          )}
        </StaffSection>
        <StaffSection id="close" title="Next close">
          <p className="display text-d40">{formatDay(dayAt(closesAt, timeZone))}</p>
          <p className="text-quiet">Your {statementSchedule} statement</p>
        </StaffSection>
      </div>
    </StaffFrame>
  );
});
