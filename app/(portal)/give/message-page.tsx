import type { ReactNode } from "react";
import { MessageTicket } from "#components/giving/message-ticket.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import type { SchoolLook } from "#lib/schools/contract.ts";

type Message = {
  title: string;
  href: string;
  link: string;
  /** Whose ticket it is on. */
  school?: SchoolLook;
  /** Whether it answers a form that was sent. */
  isAnswer?: boolean;
  children: ReactNode;
};

/** Instead of a form or a review: why there is none, and the way on. */
export function MessagePage({ title, href, link, children, ...ticket }: Message) {
  return (
    <div className="max-w-reading">
      <MessageTicket heading={title} {...ticket}>
        <p>{children}</p>
      </MessageTicket>
      <ButtonLink href={href} className="mt-3">
        {link}
      </ButtonLink>
    </div>
  );
}
