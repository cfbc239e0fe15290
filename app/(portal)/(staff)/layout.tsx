import type { ReactNode } from "react";

/** Of all pages of teams: public/desk.js does what scripts do. */
export const policy = { react: false };

export default ({ children }: { children: ReactNode }) => children;
