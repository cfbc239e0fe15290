/** @jsxImportSource hono/jsx */

/** Leaves the flow without giving. `_top` navigates the bank's page, not the frame. */
export function Cancel({ href }: { href: string | null }) {
  if (!href) return null;
  return (
    <p class="center">
      <a href={href} target="_top" class="alone">
        Cancel
      </a>
    </p>
  );
}

/** Back to the bank's app, or instructions if the bank set no return URL. */
export function Back({ href, bank }: { href: string | null; bank: string | null }) {
  if (!href) return <p>You can close this and go back to {bank ?? "your bank’s app"}.</p>;
  return (
    <a href={href} target="_top" class="main">
      Back to {bank ?? "your bank"}
    </a>
  );
}
