"use client";
import { createContext, type ReactNode, useContext } from "react";

type Brand = { brandName: string; sandbox: boolean };

const BrandContext = createContext<Brand>({ brandName: "", sandbox: false });

/** Hands the configured name to what cannot read the configuration: the error page. */
export function BrandProvider({ brand, children }: { brand: Brand; children: ReactNode }) {
  return <BrandContext value={brand}>{children}</BrandContext>;
}

/** The configured name, and whether this is the sandbox. */
export const useBrand = () => useContext(BrandContext);
