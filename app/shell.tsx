import type { ReactNode } from "react";
import { SiteHeader } from "#components/portal/site-header.tsx";
import { OfflineNotice } from "#components/ui/offline-notice.tsx";
import { OfflineWorker } from "#components/ui/offline-worker.tsx";
import { env } from "#lib/env.ts";

/** The frame of every page: header, offline notice, and footer. */
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
    <div className="flex min-h-dvh flex-col print:block print:min-h-0">
      <SiteHeader brandName={brandName} sandbox={sandbox} signedIn={signedIn} current={current} />
      <OfflineNotice />
      <OfflineWorker />
      {children}
      <footer className="border-line border-t px-2 wide:px-3 print:hidden">
        <div className="mx-auto flex max-w-list flex-wrap items-center justify-between gap-x-4 py-2 text-quiet text-small">
          <p>
            {sandbox
              ? "This is a sandbox: no real money moves, and every school’s platform is simulated."
              : `${brandName} holds no points and no money of yours: your bank converts the points, the school receives the dollars.`}
          </p>
          <a
            href="/docs"
            aria-current={current === "/docs" ? "page" : undefined}
            className="inline-flex min-h-6 items-center underline hover:text-ink"
          >
            API reference
          </a>
        </div>
      </footer>
    </div>
  );
}
