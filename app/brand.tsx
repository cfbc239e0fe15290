"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { Viewer } from "./viewer.ts";

type Brand = { brandName: string; sandbox: boolean; viewer: Viewer | null };

const BrandContext = createContext<Brand>({
  brandName: "",
  sandbox: false,
  viewer: null,
});

/** Gives the error page, a client component, the configured brand and who is signed in. */
export function BrandProvider({ brand, children }: { brand: Brand; children: ReactNode }) {
  return <BrandContext value={brand}>{children}</BrandContext>;
}

/** The props of the portal's header. */
export const useBrand = () => useContext(BrandContext);
