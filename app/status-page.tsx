import type { ComponentProps } from "react";
import { MessagePage } from "#components/giving/message-ticket.tsx";
import { requestContext } from "#lib/http/request-context.ts";
import { PortalPage } from "./shell.tsx";

type StatusPageProps = ComponentProps<typeof MessagePage> & { status: number };

/** Instead of a page that isn't shown: why, with the status of the response. */
export function StatusPage({ status, ...message }: StatusPageProps) {
  const response = requestContext()?.response;
  if (response) response.statusCode = status;
  return (
    <PortalPage width="reading">
      <title>{message.title}</title>
      <MessagePage {...message} />
    </PortalPage>
  );
}
