import { StandaloneLink } from "#components/ui/button.tsx";
import { TimeZoneName } from "#components/ui/moment.tsx";
import type { listEmails } from "#lib/email/queries.ts";
import { env } from "#lib/env.ts";
import { Log, LogRow } from "../log.tsx";
import { requireSandbox } from "../sandbox-only.ts";
import { SandboxPage } from "../sandbox-page.tsx";
import { listShownEmails, seesAll } from "./find-email.ts";

export const metadata = { title: "Emails" };

/** How many are shown; `npm run admin -- email list` shows all of them. */
const SHOWN = 50;

/** An email's status, for people. */
const STATUSES: Record<string, { tone: "waiting" | "completed" | "failed"; label: string }> = {
  pending: { tone: "waiting", label: "Queued" },
  sent: { tone: "completed", label: "Sent" },
  kept: { tone: "completed", label: "Stored" },
  held: { tone: "waiting", label: "Over limit" },
  failed: { tone: "failed", label: "Failed" },
};

function Row({ email }: { email: Awaited<ReturnType<typeof listEmails>>[number] }) {
  const { tone, label } = STATUSES[email.status] ?? { tone: "waiting", label: email.status };
  return (
    <LogRow
      tone={tone}
      status={label}
      at={email.createdAt}
      title={
        <a href={`/sandbox/emails/${email.id}`} className="link font-strong">
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
  requireSandbox();
  const emails = await listShownEmails(SHOWN);
  const sent = env().smtpUrl
    ? "What this sandbox has sent. Every email is also sent by SMTP."
    : "What this sandbox would have sent. Nothing is sent, because no SMTP server is configured, but the links in these emails work.";
  return (
    <SandboxPage
      current="/sandbox/emails"
      title="Emails"
      intro={
        (await seesAll())
          ? `${sent} A sandbox stores the links in its emails; production doesn’t.`
          : "What this sandbox has sent or would have sent. Emails to teams and all links are shown only in a browser on the sandbox’s own machine, or by its command “email list”."
      }
    >
      <p className="mt-2">
        <StandaloneLink href="/sandbox">Bank dashboard</StandaloneLink>
      </p>
      <p className="mt-5 mb-1 text-quiet text-small">
        The last {SHOWN}, newest first. Times are <TimeZoneName />.
      </p>
      <Log empty="No emails yet. The first one is queued when a linked customer’s gift is confirmed, or when someone requests a password.">
        {emails.map((email) => (
          <Row key={email.id} email={email} />
        ))}
      </Log>
    </SandboxPage>
  );
}
