import type { ReactNode } from "react";
import { SiteHeader } from "#components/portal/site-header.tsx";
import { env } from "#lib/env.ts";

/** What surrounds every page: the way in, the way out, and which environment this is. */
export function Shell({
  signedIn = false,
  current,
  children,
}: {
  signedIn?: boolean;
  current?: string | undefined;
  children: ReactNode;
}) {
  const { brandName, environment } = env();
  const sandbox = environment === "sandbox";
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader brandName={brandName} sandbox={sandbox} signedIn={signedIn} current={current} />
      {children}
      <footer className="border-line border-t px-2 wide:px-3">
        <p className="mx-auto max-w-list py-3 text-quiet text-small">
          {sandbox
            ? "This is a sandbox: no real money moves, and every school’s platform is simulated."
            : `${brandName} holds no points and no money of yours: your bank converts the points, the school receives the dollars.`}
        </p>
      </footer>
    </div>
  );
}
