import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/button.tsx";

/** Shown when there is no draft to confirm. */
export function ReviewUnavailable({
  title,
  href,
  link,
  children,
}: Record<"title" | "href" | "link", string> & { children: ReactNode }) {
  return (
    <>
      <h1 className="display text-balance text-d40 wide:text-d64">{title}</h1>
      <p className="mt-1 mb-3 text-quiet">{children}</p>
      <ButtonLink href={href}>{link}</ButtonLink>
    </>
  );
}
