import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { requestContext } from "#lib/http/request-context.ts";
import NotFound from "./not-found.tsx";

/**
 * Like `notFound()`, with 404, but rendered on the server: Next.js 16.4 leaves that one's page to the browser.
 * @param title the document's, for pages without metadata
 */
export function MissingPage({ title }: { title?: ReactNode }) {
  const response = requestContext()?.response;
  // Under `next start` nothing else can set the status.
  if (!response) notFound();
  response.statusCode = 404;
  return (
    <>
      {title}
      {/* As Next.js adds it. */}
      <meta name="robots" content="noindex" />
      <NotFound />
    </>
  );
}
