import type { Metadata } from "next";
import { MessageTicket } from "#components/giving/message-ticket.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { currentCardholder } from "./session.ts";
import { PortalPage } from "./shell.tsx";

export const metadata: Metadata = { title: "Page not found" };

export default async function NotFound() {
  // The page has to render even if the session can't be read.
  const signedIn = (await currentCardholder().catch(() => null)) !== null;
  return (
    <PortalPage signedIn={signedIn} width="reading">
      <MessageTicket heading="Page not found">
        <p>Check the address, or start again from the home page.</p>
      </MessageTicket>
      <ButtonLink href={signedIn ? "/home" : "/"} className="mt-3">
        Go to the home page
      </ButtonLink>
    </PortalPage>
  );
}
