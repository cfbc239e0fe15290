import type { ReactNode } from "react";

/** `TwoStepPage` has each page's title. */
export const metadata = { title: { absolute: "" } };

export default ({ children }: { children: ReactNode }) => children;
