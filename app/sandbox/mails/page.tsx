import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TimeZoneName } from "#components/ui/moment.tsx";
import { Page } from "#components/ui/page.tsx";
import type { Tone } from "#components/ui/status.tsx";
import { listEmails } from "#lib/email/queries.ts";
import { env } from "#lib/env.ts";
import { currentCardholder } from "../../session.ts";
import { Shell } from "../../shell.tsx";
import { LogRow } from "../log-row.tsx";

export const metadata: Metadata = { title: "Emails" };

/** How many are shown; `npm run admin -- mail list` shows all of them. */
const SHOWN = 50;

/** What became of an email, in a word. */
const STATUSES: Record<string, { tone: Tone; word: string }> = {
  pending: { tone: "waiting", word: "Queued" },
  sent: { tone: "completed", word: "Sent" },
  kept: { tone: "completed", word: "Stored" },
  held: { tone: "waiting", word: "Over limit" },
  failed: { tone: "failed", word: "Failed" },
};

type SentEmail = Awaited<ReturnType<typeof listEmails>>[number];

function Row({ email }: { email: SentEmail }) {
  const { tone, word } = STATUSES[email.status] ?? { tone: "waiting", word: email.status };
  return (
    <LogRow
      tone={tone}
      status={word}
      at={email.createdAt}
      title={
        <a href={`/sandbox/mails/${email.id}`} className="link font-strong">
          {email.subject}
        </a>
      }
    >
      <p className="break-all">
        <span className="text-quiet">to </span>
        {email.to}
      </p>
    </LogRow>
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
          A sandbox stores the links in its emails; production doesn’t.
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
