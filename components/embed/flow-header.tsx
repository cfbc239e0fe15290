import type { ReactNode } from "react";
import { Cancel } from "./exit-links.tsx";

/** A step's title, with the way out beside it. */
export function FlowHeader({ title, cancel }: { title: string; cancel: string | null }) {
  return (
    <header className="mb-2 flex items-center justify-between gap-2">
      <h1 className="min-w-0 font-strong text-lead">{title}</h1>
      <Cancel href={cancel} />
    </header>
  );
}

/** Who the customer deals with: their bank, and the service. */
export function FlowFooter({ children }: { children: ReactNode }) {
  return <footer className="mt-3 text-quiet text-small">{children}</footer>;
}
