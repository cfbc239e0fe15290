import { PortalPage } from "#app/shell.tsx";
import { MessagePage } from "#components/giving/message-ticket.tsx";
import { requestContext } from "#lib/http/request-context.ts";

/** Instead of a list that would show everything: what in its address isn't a filter. */
export function UnknownFilterPage({ problem, path }: { problem: string; path: string }) {
  const response = requestContext()?.response;
  if (response) response.statusCode = 400;
  return (
    <PortalPage width="reading">
      <title>This filter isn’t known</title>
      <MessagePage title="This filter isn’t known" href={path} link="Show it without filters">
        {problem}
      </MessagePage>
    </PortalPage>
  );
}
