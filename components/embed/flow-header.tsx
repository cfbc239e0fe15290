import type { ReactNode } from "react";
import { Cancel } from "./exit-links.tsx";

/** A step's title, with the way out beside it. */
export function FlowHeader({
  title,
  cancel,
  children,
}: {
  title: string;
  cancel: string | null;
  /** Before the way out. */
  children?: ReactNode;
}) {
  return (
    <header className="mb-2 flex flex-wrap items-center gap-x-2">
      <h1 className="min-w-0 grow basis-[10rem] font-strong text-lead">{title}</h1>
      {children}
      <Cancel href={cancel} />
    </header>
  );
}

/** Who the customer deals with: their bank, and the service. */
export function FlowFooter({ children }: { children: ReactNode }) {
  return <footer className="mt-3 text-quiet text-small">{children}</footer>;
}
