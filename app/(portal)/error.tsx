"use client";
import { SiteHeader } from "#components/portal/site-header.tsx";
import { useBrand } from "../brand.tsx";
import PageError from "../error.tsx";

/** The error page below the portal's header. */
export default function PortalError(props: { error: Error & { digest?: string } }) {
  return (
    <>
      <SiteHeader {...useBrand()} />
      <PageError {...props} />
    </>
  );
}
