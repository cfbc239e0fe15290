import { connection } from "next/server";
import type { ReactNode } from "react";
import { env } from "#lib/env.ts";
import { BrandProvider } from "../brand.tsx";

/** Wraps every signed-in page, and the error page of each. */
export default async function PortalLayout({ children }: { children: ReactNode }) {
  await connection();
  const { brandName, environment } = env();
  return (
    <BrandProvider brand={{ brandName, sandbox: environment === "sandbox" }}>
      {children}
    </BrandProvider>
  );
}
