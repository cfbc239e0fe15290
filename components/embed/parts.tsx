/** What the pages of the embedded flow are made of. */
import type { ReactNode } from "react";
import { MessageTicket } from "#components/giving/message-ticket.tsx";
import { ButtonLink, LoneLink } from "#components/ui/button.tsx";
import type { SchoolLook } from "#lib/schools/contract.ts";

/** Hidden form fields. */
export function Hidden({ fields }: { fields: Record<string, string> }) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

type EmbedFormProps = {
  carries: Record<string, string>;
  className?: string;
  /** Whether scripts print its ticket while it is filled in. */
  isGiving?: boolean;
  children: ReactNode;
};

/** A form of the flow. Its hidden fields carry the token, since frames and webviews may keep no cookies. */
export function EmbedForm({ carries, className, isGiving = false, children }: EmbedFormProps) {
  return (
    <form
      method="post"
      action="session"
      noValidate
      className={className}
      data-giving={isGiving || undefined}
    >
      <Hidden fields={carries} />
      {children}
    </form>
  );
}

type FlowHeaderProps = {
  title: string;
  /** Leaves the flow without giving; null if the bank has set no URL. */
  cancel: string | null;
  /** Before the way out. */
  children?: ReactNode;
};

/** A step's title, with the way out beside it: `_top` navigates the bank's page, not the frame. */
export function FlowHeader({ title, cancel, children }: FlowHeaderProps) {
  return (
    <header className="mb-2 flex flex-wrap items-center gap-x-2">
      <h1 className="min-w-0 grow basis-[10rem] font-strong text-lead">{title}</h1>
      {children}
      {cancel && (
        <LoneLink href={cancel} target="_top" className="shrink-0">
          Cancel
        </LoneLink>
      )}
    </header>
  );
}

/** Back to the bank's app, or instructions if the bank set no return URL. */
export function Back({ href, bank }: { href: string | null; bank: string | null }) {
  if (!href) return <p>You can close this and go back to {bank ?? "your bank’s app"}.</p>;
  return (
    <ButtonLink href={href} target="_top" className="w-full">
      Back to {bank ?? "your bank"}
    </ButtonLink>
  );
}

type MessagePageProps = {
  /** The school that the bank has chosen, if it has. */
  school?: SchoolLook | null | undefined;
  brand: string;
  heading: string;
  reason: string;
  children: ReactNode;
};

/** A page that says why nothing can be given here, with links as its children. */
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
