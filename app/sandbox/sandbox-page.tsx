import type { ReactNode } from "react";
import { Shell } from "#app/shell.tsx";
import { Page } from "#components/ui/page.tsx";

type SandboxPageProps = {
  /** The current link in the header. */
  current?: string;
  /** Above the title, such as a form's errors. */
  above?: ReactNode;
  title: string;
  intro: ReactNode;
  children: ReactNode;
};

export async function SandboxPage({
  current = "/sandbox",
  above,
  title,
  intro,
  children,
}: SandboxPageProps) {
  return (
    <Shell current={current}>
      <Page width="list">
        {above && <div className="mb-4">{above}</div>}
        <h1 className="display text-d40 wide:text-d64">{title}</h1>
        <p className="mt-1 max-w-reading text-lead text-quiet">{intro}</p>
        {children}
      </Page>
    </Shell>
  );
}
