import { Facts, type FactTable } from "#components/portal/facts.tsx";
import { Button } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Status } from "#components/ui/status.tsx";
import { readWaitingGifts } from "#lib/batches/queries.ts";
import { CHECKS, readPlatform } from "#lib/ticketing/school-platform.ts";
import { RECENT_GIFTS } from "#lib/ticketing/sql.ts";
import { StaffForm, StaffFrame, StaffSection, staffPage } from "../../staff-page.tsx";
import { forms } from "./forms.ts";

/** Shown once. */
const FLASHES: Record<string, string> = {
  works: "Your system answered, and accepts our key",
  key: "Your system accepts the new key. It’s in use from now on",
};

const NAMES: Record<string, string> = {
  batch: "Files that you import",
  rest: "Your system’s API",
  stub: "The sandbox’s own system",
  none: "Not connected yet",
};

type Platform = Awaited<ReturnType<typeof readPlatform>> & { lateCount: number };

const count = (gifts: number) => <span className="figures">{gifts.toLocaleString("en-US")}</span>;
const none = <span className="text-quiet">None among the last {count(RECENT_GIFTS)} gifts</span>;

function factsOf(platform: Platform): FactTable {
  const { name, host, isPaused, onTheirWay, lateCount } = platform;
  const { lastSuccessAt, lastFailureAt, lastFailure } = platform;
  const waiting = { "Gifts on their way": count(onTheirWay), "Late gifts": count(lateCount) };
  const kind = { "Gifts reach you through": NAMES[name] ?? name };
  if (name === "batch" || name === "none") return { ...kind, ...waiting };
  return {
    ...kind,
    Host: host !== null && <span className="font-mono break-all">{host}</span>,
    Requests: isPaused ? (
      <Status tone="waiting">Paused after repeated failures, and tried again soon</Status>
    ) : (
      <Status tone="completed">Being sent</Status>
    ),
    ...waiting,
    "Last success": lastSuccessAt ? <Moment at={lastSuccessAt} as="minute" /> : none,
    "Last failure": lastFailureAt ? (
      <>
        <Moment at={lastFailureAt} as="minute" />
        <span className="block text-quiet text-small [overflow-wrap:anywhere]">{lastFailure}</span>
      </>
    ) : (
      none
    ),
  };
}

/** How gifts reach the foundation's platform, for its admins. */
export default staffPage("school", "platform.read", "/platform", async (page) => {
  const [found, { overdue: lateCount }] = await Promise.all([
    readPlatform(page.scope),
    readWaitingGifts(page.scope),
  ]);
  const platform = { ...found, lateCount };
  const isLive = platform.name !== "batch" && platform.name !== "none";
  return (
    <StaffFrame
      page={page}
      title="Connection"
      intro="How gifts reach you. To change the connection or its address, contact us."
      failed="The connection doesn’t work"
      flashes={FLASHES}
    >
      <div className="mt-2">
        <Facts facts={factsOf(platform)} />
      </div>
      {platform.name === "batch" && (
        <p className="mt-2">
          There’s nothing to connect: gifts are collected in batches, which you download and import.
        </p>
      )}
      {isLive && (
        <StaffSection
          id="test"
          title="Test the connection"
          intro={`We ask for the last minute’s credits, which changes nothing. Up to ${CHECKS.points} tests in ${CHECKS.seconds / 60} minutes.`}
        >
          <StaffForm page={page} action="test">
            <Button look="quiet">Test the connection</Button>
          </StaffForm>
        </StaffSection>
      )}
      {platform.name === "rest" && (
        <StaffSection
          id="key"
          title="Our key for your system"
          intro="It’s stored encrypted, and never shown."
        >
          <StaffForm page={page} action="key" form={forms.key} send="Replace key" />
        </StaffSection>
      )}
    </StaffFrame>
  );
});
