import type { ReactNode } from "react";

/** A page that says why nothing can be given here, with links as its children. */
export function MessagePage({
  heading,
  reason,
  children,
}: {
  heading: string;
  reason: string;
  children: ReactNode;
}) {
  return (
    <div className="grid gap-2">
      <h1 className="display text-balance text-d40">{heading}</h1>
      <p className="text-lead">{reason}</p>
      {children}
    </div>
  );
}
