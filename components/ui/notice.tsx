import type { ReactNode } from "react";
import { StatusShape } from "./status.tsx";

const LOOKS = {
  plain: "border-edge bg-sheet",
  completed: "border-completed bg-completed-ground",
  failed: "border-failed bg-failed-ground",
} as const;

const TITLES = { plain: "", completed: "text-completed", failed: "text-failed" } as const;

type NoticeProps = {
  tone?: keyof typeof LOOKS;
  title?: string;
  children?: ReactNode;
  /** For the result of an action: announced, and focused after the page loads. */
  urgent?: boolean;
};

export function Notice({ tone = "plain", title, children, urgent = false }: NoticeProps) {
  const role = tone === "failed" ? "alert" : "status";
  const attention = urgent ? { role, tabIndex: -1, autoFocus: true } : {};
  return (
    <div
      className={`relative rounded-box border-l-4 p-2 outline-none ${LOOKS[tone]}`}
      {...attention}
    >
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
