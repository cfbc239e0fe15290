import { MissingPage } from "#app/missing-page.tsx";
import { Shell } from "#app/shell.tsx";
import { StandaloneLink } from "#components/ui/button.tsx";
import { Moment, TimeZoneName } from "#components/ui/moment.tsx";
import { Page } from "#components/ui/page.tsx";
import { type EmailContext, findRequestedEmail } from "../find-email.ts";

export const metadata = { title: "Email" };

/** A URL alone on a line is a link, as in an email client. */
const ADDRESS = /^https?:\/\/\S+$/;

export default async function EmailPage(context: EmailContext) {
  const email = await findRequestedEmail(context);
  if (!email) return <MissingPage />;
  return (
    <Shell current="/sandbox/emails">
      <Page>
        <p className="mb-2">
          <StandaloneLink href="/sandbox/emails">All emails</StandaloneLink>
        </p>
        <h1 className="font-strong text-title">{email.subject}</h1>
        <p className="mt-1 text-quiet">
          To {email.to}, <Moment at={email.createdAt} as="time" /> <TimeZoneName />
        </p>
        {email.html && (
          <p className="mt-2">
            <a href={`/sandbox/emails/${email.id}/html`} className="link">
              View the HTML version
            </a>
            , which most email apps show. This is the plain text:
          </p>
        )}
        <div className="mt-2 whitespace-pre-wrap rounded-box border border-line bg-sheet p-2">
          {/* The index is a stable key: lines never move. */}
          {[...email.text.trimEnd().split("\n").entries()].map(([at, line]) => (
            <p key={at} className="min-h-3">
              {ADDRESS.test(line) ? (
                <a href={line} className="link-alone break-all">
                  {line}
                </a>
              ) : (
                line
              )}
            </p>
          ))}
        </div>
      </Page>
    </Shell>
  );
}
