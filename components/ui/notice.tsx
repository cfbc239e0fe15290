import type { ReactNode } from "react";
import { StatusShape } from "./status.tsx";

const EDGES = {
  plain: "border-edge",
  completed: "border-completed",
  failed: "border-failed",
} as const;

const TITLES = { plain: "", completed: "text-completed", failed: "text-failed" } as const;

type NoticeProps = {
  tone?: keyof typeof EDGES;
  title?: string;
  children?: ReactNode;
  /** For the result of an action: announced, and focused after the page loads. */
  urgent?: boolean;
};

/** A boxed notice. */
export function Notice({ tone = "plain", title, children, urgent = false }: NoticeProps) {
  const role = tone === "failed" ? "alert" : "status";
  const attention = urgent ? { role, tabIndex: -1, autoFocus: true } : {};
  return (
    <div className={`rounded-box border bg-sheet p-2 ${EDGES[tone]}`} {...attention}>
      {title && (
        <h2 className={`flex items-center gap-1 font-strong ${TITLES[tone]}`}>
          {tone !== "plain" && <StatusShape tone={tone} />}
          {title}
        </h2>
      )}
      {children && <div className={title ? "mt-0.5" : ""}>{children}</div>}
    </div>
  );
}
