"use client";
import { type MouseEvent, type ReactNode, useState } from "react";
import { StandaloneLink } from "#components/ui/button.tsx";

type ShareLinkProps = { href: string; title: string; children: ReactNode };

/** A link to a page that shares it instead: with the browser's own dialog if it has one, else by copying its URL. */
export function ShareLink({ href, title, children }: ShareLinkProps) {
  const [isCopied, setCopied] = useState(false);
  const share = async (event: MouseEvent<HTMLAnchorElement>) => {
    const { href: url } = event.currentTarget;
    // Without HTTPS, browsers have neither.
    if (!navigator.share && !navigator.clipboard) return;
    event.preventDefault();
    if (navigator.share) {
      // Rejected if the person closes the dialog.
      await navigator.share({ title, url }).catch(() => {});
      return;
    }
    await navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      () => location.assign(url),
    );
  };
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1">
      <StandaloneLink href={href} onClick={share}>
        {children}
      </StandaloneLink>
      <span role="status" className="text-quiet text-small">
        {isCopied && "Link copied"}
      </span>
    </span>
  );
}
