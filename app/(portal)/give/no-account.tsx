import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/button.tsx";
import type { Source } from "#lib/giving/portal.ts";

const STATUS_TEXT: Record<string, string> = {
  unlinked: "no longer linked",
  pending_oauth: "waiting for your consent",
};

type Shown = {
  /** The accounts that can't be used. */
  sources: Source[];
  /** The address that the bank has to know. */
  email?: string;
  isPageTitle?: boolean;
};

type Reason = {
  title: string;
  /** Where to go besides the schools. */
  link?: ReactNode;
  content: ReactNode;
};

const inWords = (names: string[]) => new Intl.ListFormat("en-US").format(names);

/** How to get an account, and the ones that are not usable. */
function linking({ sources, email }: Shown): Reason {
  const steps = [
    "Open your bank’s app or website.",
    email ? `Link its rewards program, with ${email}.` : "Link its rewards program.",
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

function reasonFor(shown: Shown): Reason {
  const banksWith = (status: Source["status"]) => {
    const banks = shown.sources.filter((source) => source.status === status);
    return [...new Set(banks.map(({ bankName }) => bankName))];
  };
  // Links that wait for the reader's decision, which is made in the settings.
  const undecided = banksWith("unaccepted");
  if (undecided.length > 0) {
    const isOne = undecided.length === 1;
    const say = isOne
      ? "says you’re its customer. Accept its link"
      : "say you’re their customer. Accept a link";
    return {
      title: isOne ? "Accept your bank’s link" : "Accept your banks’ links",
      link: <ButtonLink href="/settings#accounts">Decide in settings</ButtonLink>,
      content: `${inWords(undecided)} ${say} to give with its points.`,
    };
  }
  // The operator has stopped them.
  const paused = banksWith("bank_suspended");
  if (paused.length === 0) return linking(shown);
  return {
    title: "Giving is paused",
    link: (
      <ButtonLink look="quiet" href="/donations">
        See your gifts
      </ButtonLink>
    ),
    content: `${inWords(paused)} can’t accept gifts right now. Your points stay with your bank, and the gifts you’ve made aren’t affected.`,
  };
}

/** Why there is no account to give from, and how to get one. */
export function NoAccount(shown: Shown) {
  const { title, link, content } = reasonFor(shown);
  const H = shown.isPageTitle ? "h1" : "h2";
  const size = shown.isPageTitle ? "text-balance text-d56 wide:text-d64" : "text-d40";
  return (
    <div className="max-w-reading">
      <H className={`display ${size}`}>{title}</H>
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
