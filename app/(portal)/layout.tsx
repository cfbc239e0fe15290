import { connection } from "next/server";
import type { ReactNode } from "react";
import { env } from "#lib/env.ts";
import { BrandProvider } from "../brand.tsx";
import { readViewer } from "../viewer.ts";

/** Wraps every portal page and its error page. */
export default async function PortalLayout({ children }: { children: ReactNode }) {
  await connection();
  const { brandName, environment } = env();
  // An error page must not depend on the database.
  const viewer = await readViewer().catch(() => null);
  const brand = { brandName, sandbox: environment === "sandbox", viewer };
  return <BrandProvider brand={brand}>{children}</BrandProvider>;
}
