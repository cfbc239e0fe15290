import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Facts } from "#components/portal/facts.tsx";
import { Moment, TimeZoneName } from "#components/ui/moment.tsx";
import { Page } from "#components/ui/page.tsx";
import { Status } from "#components/ui/status.tsx";
import { env } from "#lib/env.ts";
import { type OperationsView, readOperations, type Waiting } from "#lib/operations/view.ts";
import { currentCardholder } from "../../session.ts";
import { Shell } from "../../shell.tsx";
import { IncidentSection } from "./incident-section.tsx";

export const metadata: Metadata = { title: "Operations" };

/** The number waiting, and since when. */
function Wait({ of: { count, oldestAt } }: { of: Waiting }) {
  if (count === 0) return "none";
  return (
    <span className="figures">
      {count.toLocaleString("en-US")}
      {oldestAt && (
        <>
          , oldest from <Moment at={oldestAt.toISOString()} as="time" />
        </>
      )}
    </span>
  );
}

const factsOf = ({ waiting, lastSettledAt }: OperationsView) => [
  { name: "Donations pending", value: <Wait of={waiting.donations} /> },
  { name: "Jobs to dispatch", value: <Wait of={waiting.promises} /> },
  { name: "Deliveries pending", value: <Wait of={waiting.deliveries} /> },
  { name: "Emails to send", value: <Wait of={waiting.mails} /> },
  {
    name: "Last settled",
    value: lastSettledAt ? <Moment at={lastSettledAt.toISOString()} as="time" /> : "none yet",
  },
];

export default async function Operations() {
  if (env().environment === "production") notFound();
  const [view, cardholder] = await Promise.all([readOperations(), currentCardholder()]);
  return (
    <Shell signedIn={cardholder !== null} current="/sandbox/operations">
      <Page width="list">
        <h1 className="display text-d40 wide:text-d64">Operations</h1>
        <p className="mt-1 max-w-reading text-lead text-quiet">
          The output of <code className="font-mono text-base">admin status</code>: what’s waiting,
          what’s stuck, and the command that fixes it. In production, only the command shows this.
        </p>
        <p className="mt-2">
          <Status tone={view.needsAttention ? "failed" : "completed"}>
            {view.needsAttention ? "Needs attention" : "Nothing needs attention"}
          </Status>
        </p>
        <p className="mt-1">
          As of <Moment at={view.asOf.toISOString()} as="time" />, <TimeZoneName />.{" "}
          <a href="/sandbox/operations" className="link">
            Reload
          </a>
          , or go to{" "}
          <a href="/sandbox" className="link">
            the bank dashboard
          </a>
          .
        </p>
        <div className="mt-4">
          <Facts facts={factsOf(view)} />
        </div>
        {view.troubles.map((incidents) => (
          <IncidentSection key={incidents.kind} incidents={incidents} />
        ))}
      </Page>
    </Shell>
  );
}
