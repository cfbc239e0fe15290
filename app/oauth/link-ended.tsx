import { MessageTicket } from "#components/giving/message-ticket.tsx";
import { Page } from "#components/ui/page.tsx";
import { Shell } from "../shell.tsx";

const Expired = () => (
  <MessageTicket heading="This link has expired">
    <p className="text-lead">
      Go back to your bank’s app or website and connect your account again.
    </p>
    <p>Have you just approved it? Then there’s nothing left to do here. No points were used.</p>
  </MessageTicket>
);

const Suspended = ({ bank }: { bank: string }) => (
  <MessageTicket heading="You can’t connect right now">
    <p className="text-lead">
      <bdi>{bank}</bdi> can’t connect accounts right now. Nothing was connected, and no points were
      used.
    </p>
  </MessageTicket>
);

/**
 * Shown for every link that can't be approved. The text is the same for unknown, expired, replaced, and used links;
 * only a suspended bank has its own.
 */
export function LinkEnded({ suspendedBank }: { suspendedBank?: string }) {
  return (
    <Shell>
      <Page>{suspendedBank ? <Suspended bank={suspendedBank} /> : <Expired />}</Page>
    </Shell>
  );
}
