import type { ReactNode } from "react";
import { SchoolMark } from "#components/schools/school-art.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import type { SchoolBranding } from "#lib/schools/contract.ts";
import { TicketArt } from "./ticket.tsx";

type MessageTicketProps = {
  school?: SchoolBranding | null | undefined;
  /** The service's name, for pages without a header. */
  brand?: string;
  heading: ReactNode;
  /** Whether it's the result of a submitted form, and so takes the focus. */
  isFormResult?: boolean;
  /** The text on the stub: why, and what to do. */
  children: ReactNode;
};

/** An error message as a ticket, in the school's colors if there is a school. */
export function MessageTicket(props: MessageTicketProps) {
  const { school, brand, heading, isFormResult = false, children } = props;
  return (
    <div className={`ticket ${school ? `school-${school.school_id}` : "ticket-blank"}`}>
      <div className="ticket-main">
        {school && <TicketArt school={school} />}
        {school && <SchoolMark school={school} className="mb-1 h-4 w-auto" />}
        {!school && brand && <p className="display text-d22">{brand}</p>}
        <h1
          className={`display mt-3 text-balance wide:mt-6 ${school ? "max-w-[62%] text-d28 wide:text-d40" : "text-d40 wide:text-d64"}`}
          {...(isFormResult ? { tabIndex: -1, autoFocus: true } : {})}
        >
          {heading}
        </h1>
      </div>
      <div className="ticket-stub">{children}</div>
    </div>
  );
}

type MessagePageProps = Pick<MessageTicketProps, "school" | "isFormResult" | "children"> & {
  title: string;
  href: string;
  link: string;
};

/** Replaces a form or a review: says why it isn't available, with a link to continue. */
export function MessagePage({ title, href, link, children, ...ticket }: MessagePageProps) {
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
