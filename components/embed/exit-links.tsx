import { ButtonLink } from "#components/ui/button.tsx";

/** Leaves the flow without giving. `_top` navigates the bank's page, not the frame. */
export function Cancel({ href }: { href: string | null }) {
  if (!href) return null;
  return (
    <a href={href} target="_top" className="link-alone shrink-0">
      Cancel
    </a>
  );
}

/** Back to the bank's app, or instructions if the bank set no return URL. */
export function Back({ href, bank }: { href: string | null; bank: string | null }) {
  if (!href) return <p>You can close this and go back to {bank ?? "your bank’s app"}.</p>;
  return (
    <ButtonLink href={href} target="_top" className="w-full">
      Back to {bank ?? "your bank"}
    </ButtonLink>
  );
}
