import { notFound } from "next/navigation";
import { requestContext } from "#lib/http/request-context.ts";
import NotFound from "./not-found.tsx";

/** Like `notFound()`, with 404, but rendered on the server: Next.js 16.4 leaves that one's page to the browser. */
export function MissingPage() {
  const response = requestContext()?.response;
  // Under `next start` nothing else can set the status.
  if (!response) notFound();
  response.statusCode = 404;
  return (
    <>
      {/* As Next.js adds it. */}
      <meta name="robots" content="noindex" />
      <NotFound />
    </>
  );
}
