import { Facts } from "#components/portal/facts.tsx";
import { TextLink } from "#components/ui/button.tsx";
import { Command } from "#components/ui/code.tsx";
import { Moment, TimeZoneName } from "#components/ui/moment.tsx";
import { Section } from "#components/ui/page.tsx";
import { Status } from "#components/ui/status.tsx";
import type { Incidents } from "#lib/operations/incidents.ts";
import { readOperations, type Waiting } from "#lib/operations/view.ts";
import { Log, LogFacts, LogRow } from "../log.tsx";
import { requireSandbox } from "../sandbox-only.ts";
import { SandboxPage } from "../sandbox-page.tsx";

export const metadata = { title: "Operations" };

/** The number waiting, and since when. */
function Wait({ of: { count, oldestAt } }: { of: Waiting }) {
  if (count === 0) return "none";
  return (
    <span className="figures">
      {count.toLocaleString("en-US")}
      {oldestAt && (
        <>
          , oldest from <Moment at={oldestAt} as="time" />
        </>
      )}
    </span>
  );
}

/** All incidents of one kind, oldest first. */
function IncidentSection({ incidents }: { incidents: Incidents }) {
  const { kind, isUrgent, count, shown } = incidents;
  const words = kind.replaceAll("_", " ");
  return (
    <Section id={kind} title={words.charAt(0).toUpperCase() + words.slice(1)}>
      <Log>
        {shown.map(({ subject, about, reason, since, attempts, nextAttemptAt, command }) => (
          <LogRow
            key={subject}
            tone={isUrgent ? "failed" : "waiting"}
            status={isUrgent ? "urgent" : "watch"}
            at={since}
            title={
              <>
                <p className="font-strong">{about}</p>
                {reason && <p>{reason}</p>}
              </>
            }
          >
            <LogFacts facts={{ id: subject, attempts }} />
            {nextAttemptAt && (
              <p className="text-quiet">
                next <Moment at={nextAttemptAt} as="time" />
              </p>
            )}
            <Command>{`npm run -s admin -- ${command}`}</Command>
          </LogRow>
        ))}
      </Log>
      {count > shown.length && (
        <p className="figures mt-2">
          {(count - shown.length).toLocaleString("en-US")} more, waiting for less time.
        </p>
      )}
    </Section>
  );
}

export default async function Operations() {
  requireSandbox();
  const { waiting, lastSettledAt, ...view } = await readOperations();
  const facts = {
    "Donations pending": <Wait of={waiting.donations} />,
    "Jobs to dispatch": <Wait of={waiting.jobs} />,
    "Deliveries pending": <Wait of={waiting.deliveries} />,
    "Emails to send": <Wait of={waiting.emails} />,
    "Last settled": lastSettledAt ? <Moment at={lastSettledAt} as="time" /> : "none yet",
  };
  return (
    <SandboxPage
      current="/sandbox/operations"
      title="Operations"
      intro={
        <>
          The output of <code className="font-mono text-base">admin status</code>: what’s waiting,
          what’s stuck, and the command that fixes it. In production, only the command shows this.
        </>
      }
    >
      <p className="mt-2">
        <Status tone={view.needsAttention ? "failed" : "completed"}>
          {view.needsAttention ? "Needs attention" : "Nothing needs attention"}
        </Status>
      </p>
      <p className="mt-1 mb-4">
        As of <Moment at={view.asOf} as="time" />, <TimeZoneName />.{" "}
        <TextLink href="/sandbox/operations">Reload</TextLink>, or go to{" "}
        <TextLink href="/sandbox">the bank dashboard</TextLink>.
      </p>
      <Facts facts={facts} />
      {view.incidents.map((incidents) => (
        <IncidentSection key={incidents.kind} incidents={incidents} />
      ))}
    </SandboxPage>
  );
}
