import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Moment, TimeZoneName } from "#components/ui/moment.tsx";
import { Page } from "#components/ui/page.tsx";
import { currentCardholder } from "../../../session.ts";
import { Shell } from "../../../shell.tsx";
import { EmailText } from "../email-text.tsx";
import { type EmailContext, findRequestedEmail } from "../find-email.ts";

export const metadata: Metadata = { title: "Email" };

export default async function EmailPage(context: EmailContext) {
  const [email, cardholder] = await Promise.all([findRequestedEmail(context), currentCardholder()]);
  if (!email) notFound();
  return (
    <Shell signedIn={cardholder !== null} current="/sandbox/mails">
      <Page>
        <p className="mb-2">
          <a href="/sandbox/mails" className="link-alone">
            All emails
          </a>
        </p>
        <h1 className="font-strong text-title">{email.subject}</h1>
        <p className="mt-1 text-quiet">
          To {email.to}, <Moment at={email.createdAt.toISOString()} as="time" /> <TimeZoneName />
        </p>
        {email.html && (
          <p className="mt-2">
            <a href={`/sandbox/mails/${email.id}/html`} className="link">
              View the HTML version
            </a>
            , which most email apps show. This is the plain text:
          </p>
        )}
        <div className="mt-2">
          <EmailText text={email.text} />
        </div>
      </Page>
    </Shell>
  );
}
