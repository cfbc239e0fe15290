import { ButtonLink } from "#components/ui/button.tsx";
import type { Source } from "#lib/donations/accept/sources.ts";

const STATUS_TEXT: Record<string, string> = {
  unlinked: "no longer linked",
  pending_oauth: "waiting for your consent",
  bank_suspended: "your bank can’t accept gifts right now",
};

type Shown = {
  /** The accounts that can't be used, each with why. */
  sources: Source[];
  /** The address that the bank has to know. */
  email?: string;
  isPageTitle?: boolean;
};

/** How to get an account to give from. */
export function NoAccount({ sources, email, isPageTitle = false }: Shown) {
  const steps = [
    "Open your bank’s app or website.",
    email ? `Link its rewards program, with ${email}.` : "Link its rewards program.",
    "Come back here to give.",
  ];
  return (
    <div className="max-w-reading">
      {isPageTitle ? (
        <h1 className="display text-balance text-d56 wide:text-d64">Link your rewards</h1>
      ) : (
        <h2 className="display text-d40">Link your rewards</h2>
      )}
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
      <ButtonLink look="quiet" href="/schools" className="mt-3">
        See the schools
      </ButtonLink>
    </div>
  );
}
