import { Code } from "#components/ui/code.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Section } from "#components/ui/page.tsx";
import { Status } from "#components/ui/status.tsx";
import type { Incident, IncidentKind, Incidents } from "#lib/operations/incidents/incidents.ts";

const WORDS: Record<IncidentKind, { title: string; state: string; intro: string }> = {
  jobs_not_sent: {
    title: "Jobs that the Inngest server does not get",
    state: "waiting",
    intro:
      "Donations are accepted, and wait. Is the server up, and are the address and both keys its own?",
  },
  donation_flagged: {
    title: "Donations that somebody has to look at",
    state: "flagged",
    intro:
      "The schedule has run out, or the school’s platform cannot be reached as it is configured. They are tried all the same.",
  },
  late_work: {
    title: "Work that is late",
    state: "late",
    intro:
      "Nobody has done it five minutes after it was due. A sweep asks for it again every minute; if it stays, the engine is not running.",
  },
  endpoint_disabled: {
    title: "Disabled endpoints",
    state: "disabled",
    intro: "They get nothing until they are enabled. Replay what they missed afterwards.",
  },
  dead_letter: {
    title: "Dead letters",
    state: "dead",
    intro: "Events that an enabled endpoint has not taken in all of the schedule’s attempts.",
  },
  mail_failed: {
    title: "Mails that could not be sent",
    state: "failed",
    intro: "The mail server has refused them for three days.",
  },
  endpoint_failing: {
    title: "Endpoints that fail",
    state: "failing",
    intro: "Still tried. After five days an endpoint is disabled.",
  },
  donation_retrying: {
    title: "Donations that are tried again",
    state: "retrying",
    intro: "The platform could not answer yet. The next attempt comes by itself.",
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
    <li className="grid gap-x-3 gap-y-1 border-line border-t py-2 wide:grid-cols-[minmax(0,1fr)_12rem]">
      <div className="min-w-0">
        <p className="break-words font-strong">{about}</p>
        {reason && <p className="break-words">{reason}</p>}
        {about !== subject && <p className="break-all font-mono text-small">{subject}</p>}
      </div>
      <div className="text-small">
        <Status tone={isUrgent ? "failed" : "waiting"}>{state}</Status>
        <p className="text-quiet">
          since <Moment at={since.toISOString()} as="time" />
        </p>
        {attempts !== null && (
          <p className="figures text-quiet">
            {attempts} {attempts === 1 ? "attempt" : "attempts"}
          </p>
        )}
        {nextAttemptAt && (
          <p className="text-quiet">
            next <Moment at={nextAttemptAt.toISOString()} as="time" />
          </p>
        )}
      </div>
      <div className="min-w-0 wide:col-span-2">
        <Code label={`Command for ${subject}`}>{`npm run -s admin -- ${command}`}</Code>
      </div>
    </li>
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
          {(count - shown.length).toLocaleString("en-US")} more that have waited less long.
        </p>
      )}
    </Section>
  );
}
