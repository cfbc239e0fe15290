import { MessagePage } from "#components/giving/message-ticket.tsx";
import { contextOf } from "#lib/auth/contexts.ts";
import { homeOf } from "./paths.ts";
import { currentSession } from "./session.ts";
import { PortalPage } from "./shell.tsx";

export const metadata = { title: "Page not found" };

export default async function NotFound() {
  // Must render even if the session can't be read.
  const scope = await currentSession().catch(() => null);
  return (
    <PortalPage width="reading">
      <MessagePage
        title="Page not found"
        href={scope ? homeOf(contextOf(scope)) : "/"}
        link="Go to the home page"
      >
        Check the address, or start again from the home page.
      </MessagePage>
    </PortalPage>
  );
}
