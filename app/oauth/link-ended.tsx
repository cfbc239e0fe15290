import { MessageTicket } from "#components/giving/message-ticket.tsx";
import { Page } from "#components/ui/page.tsx";
import { currentCardholder } from "../session.ts";
import { Shell } from "../shell.tsx";

/** Shown for every request that can't be approved: unknown, expired, replaced, and used ones alike. */
export async function LinkEnded() {
  return (
    <Shell signedIn={(await currentCardholder()) !== null}>
      <Page>
        <MessageTicket heading="This link has expired">
          <p className="text-lead">
            Go back to your bank’s app or website and connect your account again.
          </p>
          <p>
            Have you just approved it? Then there’s nothing left to do here. No points were used.
          </p>
        </MessageTicket>
      </Page>
    </Shell>
  );
}
