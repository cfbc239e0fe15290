import type { ReactNode } from "react";
import { MessageTicket } from "#components/giving/message-ticket.tsx";
import { ButtonLink } from "#components/ui/button.tsx";

/** Shown when there is no draft to confirm. */
export function ReviewUnavailable({
  title,
  href,
  link,
  children,
}: Record<"title" | "href" | "link", string> & { children: ReactNode }) {
  return (
    <div className="max-w-reading">
      <MessageTicket heading={title}>
        <p>{children}</p>
      </MessageTicket>
      <ButtonLink href={href} className="mt-3">
        {link}
      </ButtonLink>
    </div>
  );
}
