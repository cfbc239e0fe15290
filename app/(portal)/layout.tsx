import { connection } from "next/server";
import type { ReactNode } from "react";
import { env } from "#lib/env.ts";
import { BrandProvider } from "../brand.tsx";

/** Around every page behind the sign-in, and around what is shown where one of them fails. */
export default async function PortalLayout({ children }: { children: ReactNode }) {
  await connection();
  const { brandName, environment } = env();
  return (
    <BrandProvider brand={{ brandName, sandbox: environment === "sandbox" }}>
      {children}
    </BrandProvider>
  );
}
