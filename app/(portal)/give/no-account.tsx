import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/button.tsx";
import type { Source } from "#lib/giving/portal.ts";

const STATUS_TEXT: Record<string, string> = {
  unlinked: "no longer linked",
  pending_oauth: "waiting for your consent",
};

type NoAccountProps = {
  /** The cardholder's accounts, none of them usable. */
  sources: Source[];
  /** The address that the bank must link to. */
  email?: string;
  isPageTitle?: boolean;
};

type Reason = {
  title: string;
  /** A link shown before the one to the schools. */
  link?: ReactNode;
  content: ReactNode;
};

const formatList = (names: string[]) => new Intl.ListFormat("en-US").format(names);

/** How to link an account, and the accounts that can't be used. */
function notLinked({ sources, email }: NoAccountProps): Reason {
  const steps = [
    "Open your bank’s app or website.",
    `Choose “Give points”${email ? `, and connect ${email}` : ""}.`,
    "Come back here to give.",
  ];
  const content = (
    <>
      <ol className="mt-3 grid gap-1.5 text-lead">
        {steps.map((step, index) => (
          <li key={step} className="grid grid-cols-[3rem_minmax(0,1fr)] items-baseline">
            <span aria-hidden="true" className="display text-d28">
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
      {sources.length > 0 && (
        <ul className="mt-2 text-quiet">
          {sources.map(({ accountId, programName, bankName, status }) => (
            <li key={accountId}>
              {programName}, {bankName}: {STATUS_TEXT[status]}.
            </li>
          ))}
        </ul>
      )}
    </>
  );
  return { title: "Link your rewards", content };
}

function reasonFor(props: NoAccountProps): Reason {
  const banksWith = (status: Source["status"]) => {
    const banks = props.sources.filter((source) => source.status === status);
    return [...new Set(banks.map(({ bankName }) => bankName))];
  };
  // The cardholder accepts or rejects these links in the settings.
  const unaccepted = banksWith("unaccepted");
  if (unaccepted.length > 0) {
    const isOne = unaccepted.length === 1;
    const request = isOne
      ? "says you’re its customer. Accept its link"
      : "say you’re their customer. Accept a link";
    return {
      title: isOne ? "Accept your bank’s link" : "Accept your banks’ links",
      link: <ButtonLink href="/settings#accounts">Decide in settings</ButtonLink>,
      content: `${formatList(unaccepted)} ${request} to give with its points.`,
    };
  }
  // Suspended by the operator.
  const suspended = banksWith("bank_suspended");
  if (suspended.length === 0) return notLinked(props);
  return {
    title: "Giving is paused",
    link: (
      <ButtonLink look="quiet" href="/donations">
        See your gifts
      </ButtonLink>
    ),
    content: `${formatList(suspended)} can’t accept gifts right now. Your points stay with your bank, and the gifts you’ve made aren’t affected.`,
  };
}

/** Why there's no account to give from, and what to do about it. */
export function NoAccount(props: NoAccountProps) {
  const { title, link, content } = reasonFor(props);
  const Heading = props.isPageTitle ? "h1" : "h2";
  const size = props.isPageTitle ? "text-balance text-d56 wide:text-d64" : "text-d40";
  return (
    <div className="max-w-reading">
      <Heading className={`display ${size}`}>{title}</Heading>
      {typeof content === "string" ? <p className="mt-2 text-lead">{content}</p> : content}
      <div className="mt-3 flex flex-wrap gap-2">
        {link}
        <ButtonLink look="quiet" href="/schools">
          See the schools
        </ButtonLink>
      </div>
    </div>
  );
}
