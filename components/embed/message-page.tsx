/** @jsxImportSource hono/jsx */
import type { PropsWithChildren } from "hono/jsx";

/** A page that says why nothing can be given here, with links as its children. */
export function MessagePage({
  heading,
  reason,
  children,
}: PropsWithChildren<{ heading: string; reason: string }>) {
  return (
    <div class="stack">
      <h1>{heading}</h1>
      <p>{reason}</p>
      {children}
    </div>
  );
}
