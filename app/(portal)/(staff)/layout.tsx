import type { ReactNode } from "react";

/** Of all pages of teams: public/desk.js does what scripts do. */
export const policy = { react: false };

/** Each page's frame has its title. */
export const metadata = { title: { absolute: "" } };

export default ({ children }: { children: ReactNode }) => children;
