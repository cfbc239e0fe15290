import type { ReactNode } from "react";
import type { FormState } from "#app/forms/form-state.ts";
import { Code } from "#components/ui/code.tsx";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { SandboxPage } from "../sandbox-page.tsx";

type BankPageProps = {
  title: string;
  intro: string;
  state?: FormState | null;
  notices?: ReactNode;
  app: ReactNode;
  children: ReactNode;
};

/** The bank's app, and next to it what its server does and receives. */
export const BankPage = ({ title, intro, state = null, notices, app, children }: BankPageProps) => (
  <SandboxPage title={title} intro={intro} above={state && <ErrorSummary errors={state.errors} />}>
    <div className="mt-4 grid gap-4">
      {notices}
      <div className="grid min-w-0 gap-5 desk:grid-cols-[24.875rem_minmax(0,1fr)] desk:gap-8">
        <div className="min-w-0">{app}</div>
        <div className="grid min-w-0 content-start gap-5">{children}</div>
      </div>
    </div>
  </SandboxPage>
);

type PanelSectionProps = {
  id: string;
  title: string;
  intro: string;
  children: ReactNode;
};

/** A titled section next to the app. */
export const PanelSection = ({ id, title, intro, children }: PanelSectionProps) => (
  <section aria-labelledby={id}>
    <h2 id={id} className="font-strong text-lead">
      {title}
    </h2>
    <p className="mt-0.5 mb-1.5 text-quiet text-small">{intro}</p>
    {children}
  </section>
);

/** Numbered steps: the text of each by its title. */
export const StepList = ({ steps }: { steps: Record<string, string> }) => (
  <ol className="grid gap-2">
    {Object.entries(steps).map(([title, text], index) => (
      <li key={title} className="grid grid-cols-[auto_1fr] gap-x-2">
        <span aria-hidden="true" className="figures w-2 font-strong text-quiet">
          {index + 1}
        </span>
        <div className="min-w-0">
          <p className="font-strong">{title}</p>
          <p className="text-quiet text-small">{text}</p>
        </div>
      </li>
    ))}
  </ol>
);

/** JSON as code. */
export const Json = ({ label, value }: { label: string; value: object }) => (
  <Code label={label}>{JSON.stringify(value, null, 2)}</Code>
);

/** What was sent or received, collapsed. */
export const Details = ({ summary, ...json }: Parameters<typeof Json>[0] & { summary: string }) => (
  <details className="mt-1">
    <summary className="link-alone text-small">{summary}</summary>
    <Json {...json} />
  </details>
);
