"use client";
import { createContext, type ReactNode, useContext } from "react";

type Brand = { brandName: string; sandbox: boolean; signedIn: boolean };

const BrandContext = createContext<Brand>({
  brandName: "",
  sandbox: false,
  signedIn: false,
});

/** Gives the error page, a client component, the configured brand and whether someone is signed in. */
export function BrandProvider({ brand, children }: { brand: Brand; children: ReactNode }) {
  return <BrandContext value={brand}>{children}</BrandContext>;
}

/** The props of the portal's header. */
export const useBrand = () => useContext(BrandContext);
