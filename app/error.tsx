"use client";
import { ButtonLink, StandaloneLink } from "#components/ui/button.tsx";

/**
 * Replaces a page that failed to render, so it must not depend on anything that can fail. Every page loads it: it has no
 * page frame, and a plain ticket (components/giving/message-ticket.tsx) without the schools' art.
 */
export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return (
    <main id="content" tabIndex={-1} className="grow px-2 pt-4 pb-10 outline-none wide:px-3">
      <div className="mx-auto max-w-list *:max-w-reading">
        <title>Something went wrong</title>
        <div className="ticket ticket-blank">
          <div className="ticket-main">
            <h1 className="display mt-3 text-balance text-d40 wide:mt-6 wide:text-d64">
              This page couldn’t be shown
            </h1>
          </div>
          <div className="ticket-stub">
            <p>
              Something went wrong on our side. Nothing is lost, and your gifts are safe. Try again
              in a moment.
            </p>
            {error.digest && (
              <p className="text-quiet text-small">If you contact us, include {error.digest}.</p>
            )}
          </div>
        </div>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {/* Empty: reloads this URL. */}
          <ButtonLink href="">Try again</ButtonLink>
          <StandaloneLink href="/">Go to the home page</StandaloneLink>
        </div>
      </div>
    </main>
  );
}
