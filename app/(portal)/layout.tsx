import { connection } from "next/server";
import type { ReactNode } from "react";
import { env } from "#lib/env.ts";
import { BrandProvider } from "../brand.tsx";
import { currentCardholder } from "../session.ts";

/** Wraps every portal page and its error page. */
export default async function PortalLayout({ children }: { children: ReactNode }) {
  await connection();
  const { brandName, environment } = env();
  // An error page must not depend on the database.
  const cardholder = await currentCardholder().catch(() => null);
  const brand = { brandName, sandbox: environment === "sandbox", signedIn: cardholder !== null };
  return <BrandProvider brand={brand}>{children}</BrandProvider>;
}
