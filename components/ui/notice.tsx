import type { ReactNode } from "react";

const EDGES = { plain: "border-edge", failed: "border-failed" } as const;

type NoticeProps = {
  tone?: keyof typeof EDGES;
  title?: string;
  children: ReactNode;
  /** Set for what has just gone wrong: it is read out, and holds the focus after the page has loaded. */
  urgent?: boolean;
};

/** Something to know before going on. */
export function Notice({ tone = "plain", title, children, urgent = false }: NoticeProps) {
  const attention = urgent ? { role: "alert", tabIndex: -1, autoFocus: true } : {};
  return (
    <div className={`rounded-box border bg-sheet p-2 ${EDGES[tone]}`} {...attention}>
      {title && (
        <h2 className={`font-strong ${tone === "failed" ? "text-failed" : ""}`}>{title}</h2>
      )}
      <div className={title ? "mt-0.5" : ""}>{children}</div>
    </div>
  );
}
