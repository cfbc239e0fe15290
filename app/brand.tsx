"use client";
import { createContext, type ReactNode, useContext } from "react";

type Brand = { brandName: string; sandbox: boolean };

const BrandContext = createContext<Brand>({ brandName: "", sandbox: false });

/** Passes the configured name to the error page, a client component that can't read the configuration. */
export function BrandProvider({ brand, children }: { brand: Brand; children: ReactNode }) {
  return <BrandContext value={brand}>{children}</BrandContext>;
}

/** The configured name, and whether this is the sandbox. */
export const useBrand = () => useContext(BrandContext);
