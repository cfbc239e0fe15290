/** The building blocks of the embedded flow's pages. */
import type { ReactNode } from "react";
import { MessageTicket } from "#components/giving/message-ticket.tsx";
import { ButtonLink, StandaloneLink } from "#components/ui/button.tsx";
import type { SchoolBranding } from "#lib/schools/contract.ts";

export function Hidden({ fields }: { fields: Record<string, string> }) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

type EmbedFormProps = {
  hiddenFields: Record<string, string>;
  className?: string;
  /** Whether a script updates the ticket as the form is filled in. */
  isGiving?: boolean;
  children: ReactNode;
};

/** A form of the flow. Its hidden fields include the token, since iframes and webviews may block cookies. */
export function EmbedForm({ hiddenFields, className, isGiving = false, children }: EmbedFormProps) {
  return (
    <form
      method="post"
      action="session"
      noValidate
      className={className}
      data-giving={isGiving || undefined}
    >
      <Hidden fields={hiddenFields} />
      {children}
    </form>
  );
}

type FlowHeaderProps = {
  title: string;
  /** The URL for leaving the flow without giving; null if the bank didn't set one. */
  cancel: string | null;
  /** Shown before the cancel link. */
  children?: ReactNode;
};

/** A step's title and cancel link. `_top` makes the link navigate the bank's page rather than the iframe. */
export function FlowHeader({ title, cancel, children }: FlowHeaderProps) {
  return (
    <header className="mb-2 flex flex-wrap items-center gap-x-2">
      <h1 className="min-w-0 grow basis-[10rem] font-strong text-lead">{title}</h1>
      {children}
      {cancel && (
        <StandaloneLink href={cancel} target="_top" className="shrink-0">
          Cancel
        </StandaloneLink>
      )}
    </header>
  );
}

/** A link back to the bank's app, or instructions if the bank didn't set a URL. */
export function Back({ href, bank }: { href: string | null; bank: string | null }) {
  if (!href) return <p>You can close this and go back to {bank ?? "your bank’s app"}.</p>;
  return (
    <ButtonLink href={href} target="_top" className="w-full">
      Back to {bank ?? "your bank"}
    </ButtonLink>
  );
}

type MessagePageProps = {
  /** The school that the bank chose, if any. */
  school?: SchoolBranding | null | undefined;
  brand: string;
  heading: string;
  reason: string;
  children: ReactNode;
};

/** A page that says why giving isn't possible. Links go in as children. */
export function MessagePage({ school, brand, heading, reason, children }: MessagePageProps) {
  return (
    <div className="grid gap-3">
      <MessageTicket school={school} brand={brand} heading={heading}>
        <p className="text-lead">{reason}</p>
      </MessageTicket>
      {children}
    </div>
  );
}
