"use client";
import { createContext, type ReactNode, useContext } from "react";

type Brand = { brandName: string; sandbox: boolean; signedIn: boolean };

const BrandContext = createContext<Brand>({
  brandName: "",
  sandbox: false,
  signedIn: false,
});

/** Tells the error page, a client component, what it can't read itself: the configured name, and who is there. */
export function BrandProvider({ brand, children }: { brand: Brand; children: ReactNode }) {
  return <BrandContext value={brand}>{children}</BrandContext>;
}

/** What the portal's header needs. */
export const useBrand = () => useContext(BrandContext);
