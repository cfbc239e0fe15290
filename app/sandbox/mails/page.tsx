import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Moment, TimeZoneName } from "#components/ui/moment.tsx";
import { Page } from "#components/ui/page.tsx";
import { Status, type Tone } from "#components/ui/status.tsx";
import { listEmails } from "#lib/email/queries.ts";
import { env } from "#lib/env.ts";
import { currentCardholder } from "../../session.ts";
import { Shell } from "../../shell.tsx";

export const metadata: Metadata = { title: "Emails" };

/** How many are shown; `npm run admin -- mail list` shows all of them. */
const SHOWN = 50;

const TONES: Record<string, Tone> = { pending: "waiting", failed: "failed", held: "waiting" };

type SentEmail = Awaited<ReturnType<typeof listEmails>>[number];

function Row({ email }: { email: SentEmail }) {
  return (
    <li className="grid gap-x-3 gap-y-1 border-line border-t py-2 wide:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <a href={`/sandbox/mails/${email.id}`} className="link font-strong">
          {email.subject}
        </a>
        <p className="break-all text-small">
          <span className="text-quiet">to </span>
          {email.to}
        </p>
      </div>
      <div className="wide:text-right">
        <Status tone={TONES[email.status] ?? "completed"}>{email.status}</Status>
        <p className="text-quiet text-small">
          <Moment at={email.createdAt.toISOString()} as="time" />
        </p>
      </div>
    </li>
  );
}

export default async function Emails() {
  if (env().environment === "production") notFound();
  const [emails, cardholder] = await Promise.all([
    listEmails(undefined, SHOWN),
    currentCardholder(),
  ]);
  return (
    <Shell signedIn={cardholder !== null} current="/sandbox/mails">
      <Page width="list">
        <h1 className="display text-d40 wide:text-d64">Emails</h1>
        <p className="mt-1 max-w-reading text-lead text-quiet">
          {env().smtpUrl
            ? "What this sandbox has sent. Every email is also sent by SMTP."
            : "What this sandbox would have sent. Nothing is sent, because no SMTP server is configured, but the links in these emails work."}{" "}
          A sandbox stores the links in its emails; production doesn’t. “Held” emails are over their
          address’s daily limit.
        </p>
        <p className="mt-2">
          <a href="/sandbox" className="link-alone">
            Bank dashboard
          </a>
        </p>
        {emails.length === 0 ? (
          <p className="mt-5">
            No emails yet. The first one is queued when a linked customer’s gift is confirmed, or
            when someone requests a password.
          </p>
        ) : (
          <>
            <p className="mt-5 mb-1 text-quiet text-small">
              The last {SHOWN}, newest first. Times are <TimeZoneName />.
            </p>
            <ul className="border-line border-b">
              {emails.map((email) => (
                <Row key={email.id} email={email} />
              ))}
            </ul>
          </>
        )}
      </Page>
    </Shell>
  );
}
