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

const inWords = (names: string[]) => new Intl.ListFormat("en-US").format(names);

const banksOf = (sources: Source[]) => [...new Set(sources.map(({ bankName }) => bankName))];

type HeadedProps = {
  title: string;
  isPageTitle: boolean;
  /** Where to go besides the schools. */
  link?: ReactNode;
  children: ReactNode;
};

function Headed({ title, isPageTitle, link, children }: HeadedProps) {
  const H = isPageTitle ? "h1" : "h2";
  const size = isPageTitle ? "text-balance text-d56 wide:text-d64" : "text-d40";
  return (
    <div className="max-w-reading">
      <H className={`display ${size}`}>{title}</H>
      {children}
      <div className="mt-3 flex flex-wrap gap-2">
        {link}
        <ButtonLink look="quiet" href="/schools">
          See the schools
        </ButtonLink>
      </div>
    </div>
  );
}

/** Links that wait for the reader's decision, which is made in the settings. */
function Undecided({ banks, isPageTitle }: { banks: string[]; isPageTitle: boolean }) {
  const [bank = ""] = banks;
  const isOne = banks.length === 1;
  return (
    <Headed
      title={isOne ? "Accept your bank’s link" : "Accept your banks’ links"}
      isPageTitle={isPageTitle}
      link={<ButtonLink href="/settings#accounts">Decide in settings</ButtonLink>}
    >
      <p className="mt-2 text-lead">
        {isOne
          ? `${bank} says you’re its customer. Accept its link to give with its points.`
          : `${inWords(banks)} say you’re their customer. Accept a link to give with its points.`}
      </p>
    </Headed>
  );
}

/** Accounts of banks that the operator has stopped. */
function Paused({ banks, isPageTitle }: { banks: string[]; isPageTitle: boolean }) {
  return (
    <Headed
      title="Giving is paused"
      isPageTitle={isPageTitle}
      link={
        <ButtonLink look="quiet" href="/donations">
          See your gifts
        </ButtonLink>
      }
    >
      <p className="mt-2 text-lead">
        {inWords(banks)} can’t accept gifts right now. Your points stay with your bank, and the
        gifts you’ve made aren’t affected.
      </p>
    </Headed>
  );
}

/** Why there is no account to give from, and how to get one. */
export function NoAccount({ sources, email, isPageTitle = false }: Shown) {
  const having = (status: Source["status"]) =>
    banksOf(sources.filter((source) => source.status === status));
  const [undecided, paused] = [having("unaccepted"), having("bank_suspended")];
  if (undecided.length > 0) return <Undecided banks={undecided} isPageTitle={isPageTitle} />;
  if (paused.length > 0) return <Paused banks={paused} isPageTitle={isPageTitle} />;
  const steps = [
    "Open your bank’s app or website.",
    email ? `Link its rewards program, with ${email}.` : "Link its rewards program.",
    "Come back here to give.",
  ];
  return (
    <Headed title="Link your rewards" isPageTitle={isPageTitle}>
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
    </Headed>
  );
}
