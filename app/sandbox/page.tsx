import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { LiveUpdates } from "#components/ui/live-updates.tsx";
import { TimeZoneName } from "#components/ui/moment.tsx";
import { Page } from "#components/ui/page.tsx";
import { env } from "#lib/env.ts";
import { listDemoDonations, listDemoEvents, readDemoState } from "#lib/sandbox/activity.ts";
import { listInbox } from "#lib/sandbox/inbox.ts";
import { currentCardholder } from "../session.ts";
import { Shell } from "../shell.tsx";
import { DemoDonations } from "./demo-donations.tsx";
import { DemoEvents } from "./demo-events.tsx";
import { Inbox } from "./inbox.tsx";
import { Triggers } from "./triggers.tsx";

export const metadata: Metadata = { title: "Bank dashboard" };

const PAGES = [
  ["/sandbox/bank", "Demo bank"],
  ["/sandbox/mails", "Emails"],
  ["/sandbox/operations", "Operations"],
  ["/docs", "API reference"],
] as const;

const PARTS = [
  ["donations", "Donations"],
  ["events", "Events"],
  ["inbox", "The bank’s inbox"],
  ["triggers", "Simulate failures"],
] as const;

export default async function Sandbox() {
  if (env().environment === "production") notFound();
  // Read first, so that changes during rendering count as updates.
  const state = await readDemoState();
  const [donations, events, inbox, cardholder] = await Promise.all([
    listDemoDonations(25),
    listDemoEvents(10),
    listInbox(10),
    currentCardholder(),
  ]);
  return (
    <Shell signedIn={cardholder !== null} current="/sandbox">
      <Page width="list">
        <h1 className="display text-d40 wide:text-d64">Bank dashboard</h1>
        <p className="mt-1 max-w-reading text-lead text-quiet">
          Everything Harbor Demonstration Bank has sent and received. Submit a donation with the API
          key that was printed when the service started, and follow it here.
        </p>
        <nav aria-label="Sandbox" className="mt-1 flex flex-wrap gap-x-2">
          {PAGES.map(([href, title]) => (
            <a key={href} href={href} className="link-alone">
              {title}
            </a>
          ))}
        </nav>
        <LiveUpdates from="/sandbox/state" version={state.version} soon />
        <p className="mt-2" role="status">
          {state.pending ? "In progress. " : "Nothing in progress. "}
          Times are in <TimeZoneName />.{" "}
          <a href="/sandbox" className="link">
            Reload
          </a>
        </p>
        <nav aria-label="On this page" className="mt-1 flex flex-wrap gap-x-2">
          {PARTS.map(([id, title]) => (
            <a key={id} href={`#${id}`} className="link-alone">
              {title}
            </a>
          ))}
        </nav>
        <DemoDonations donations={donations} />
        <DemoEvents events={events} />
        <Inbox webhooks={inbox} />
        <Triggers />
      </Page>
    </Shell>
  );
}
