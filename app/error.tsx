"use client";
import { MessageTicket } from "#components/giving/message-ticket.tsx";
import { ButtonLink, StandaloneLink } from "#components/ui/button.tsx";
import { Page } from "#components/ui/page.tsx";

/** Replaces a page that failed to render, so it must not depend on anything that can fail. */
export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return (
    <Page>
      <title>Something went wrong</title>
      <MessageTicket heading="This page couldn’t be shown">
        <p>
          Something went wrong on our side. Nothing is lost, and your gifts are safe. Try again in a
          moment.
        </p>
        {error.digest && (
          <p className="text-quiet text-small">If you contact us, include {error.digest}.</p>
        )}
      </MessageTicket>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {/* Empty: reloads this URL. */}
        <ButtonLink href="">Try again</ButtonLink>
        <StandaloneLink href="/">Go to the home page</StandaloneLink>
      </div>
    </Page>
  );
}
