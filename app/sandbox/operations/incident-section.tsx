import { Command } from "#components/ui/code.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Section } from "#components/ui/page.tsx";
import type { Incident, IncidentKind, Incidents } from "#lib/operations/incidents/incidents.ts";
import { LogRow } from "../log-row.tsx";

const WORDS: Record<IncidentKind, { title: string; state: string; intro: string }> = {
  jobs_not_sent: {
    title: "Jobs that don’t reach the Inngest server",
    state: "waiting",
    intro:
      "Donations are still accepted, but they wait. Check that the server is up, and that its URL and both keys are correct.",
  },
  donation_flagged: {
    title: "Donations that need attention",
    state: "flagged",
    intro:
      "The retry schedule is exhausted, or the school’s platform can’t be reached as configured. They’re still retried.",
  },
  late_work: {
    title: "Late work",
    state: "late",
    intro:
      "Not done five minutes after it was due. A sweep requests it again every minute. If it stays here, the engine isn’t running.",
  },
  endpoint_disabled: {
    title: "Disabled endpoints",
    state: "disabled",
    intro: "They receive nothing until they’re enabled. Replay what they missed afterward.",
  },
  dead_letter: {
    title: "Dead letters",
    state: "dead",
    intro: "Events that an enabled endpoint didn’t accept in any of the scheduled attempts.",
  },
  mail_failed: {
    title: "Emails that couldn’t be sent",
    state: "failed",
    intro: "The SMTP server has refused them for three days.",
  },
  endpoint_failing: {
    title: "Failing endpoints",
    state: "failing",
    intro: "Still retried. After five days an endpoint is disabled.",
  },
  points_mismatch: {
    title: "Points that disagree with the rate",
    state: "flagged",
    intro:
      "Accepted, and settled as any other. Ask the bank, or correct the program’s rate. Shown for seven days.",
  },
  donation_held: {
    title: "Held donations",
    state: "held",
    intro:
      "An operator or a fraud review holds them. Nothing is sent to the school until they’re released.",
  },
  donation_retrying: {
    title: "Donations being retried",
    state: "retrying",
    intro: "The platform hasn’t answered yet. The next attempt is automatic.",
  },
};

function Row({
  incident,
  isUrgent,
  state,
}: {
  incident: Incident;
  isUrgent: boolean;
  state: string;
}) {
  const { subject, about, reason, since, attempts, nextAttemptAt, command } = incident;
  return (
    <LogRow
      tone={isUrgent ? "failed" : "waiting"}
      status={state}
      at={since}
      title={
        <>
          <p className="font-strong">{about}</p>
          {reason && <p>{reason}</p>}
        </>
      }
    >
      <p className="figures flex flex-wrap gap-x-2 text-quiet">
        {about !== subject && <span className="break-all font-mono text-ink">{subject}</span>}
        {attempts !== null && (
          <span>
            {attempts} {attempts === 1 ? "attempt" : "attempts"}
          </span>
        )}
        {nextAttemptAt && (
          <span>
            next <Moment at={nextAttemptAt.toISOString()} as="time" />
          </span>
        )}
      </p>
      <Command>{`npm run -s admin -- ${command}`}</Command>
    </LogRow>
  );
}

/** All incidents of one kind, oldest first. */
export function IncidentSection({ incidents }: { incidents: Incidents }) {
  const { kind, isUrgent, count, shown } = incidents;
  const { title, state, intro } = WORDS[kind];
  return (
    <Section id={kind} title={title} intro={intro}>
      <ul className="border-line border-b">
        {shown.map((incident) => (
          <Row key={incident.subject} incident={incident} isUrgent={isUrgent} state={state} />
        ))}
      </ul>
      {count > shown.length && (
        <p className="figures mt-2">
          {(count - shown.length).toLocaleString("en-US")} more, waiting for less time.
        </p>
      )}
    </Section>
  );
}
