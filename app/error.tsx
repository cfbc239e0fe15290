"use client";
import { ButtonLink } from "#components/ui/button.tsx";
import { Page } from "#components/ui/page.tsx";

/** Replaces a page that failed to render. It must not depend on anything that could be broken. */
export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return (
    <Page>
      <title>Something went wrong</title>
      <h1 className="display text-balance text-d40 wide:text-d64">This page couldn’t be shown</h1>
      <p className="mt-2">
        Something went wrong on our side. Nothing is lost, and your gifts are safe. Try again in a
        moment.
      </p>
      {error.digest && (
        <p className="mt-1 text-quiet text-small">If you contact us, include {error.digest}.</p>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {/* Empty: reloads this URL. */}
        <ButtonLink href="">Try again</ButtonLink>
        <a href="/" className="link-alone">
          Go to the home page
        </a>
      </div>
    </Page>
  );
}
