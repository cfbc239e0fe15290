import type { Metadata } from "next";
import { LinkEnded } from "../link-ended.tsx";

export const metadata: Metadata = { title: "This link has expired", robots: "noindex" };

/** Where banks sent their customers before links had handles. Such a link can’t be approved. */
export default function Authorize() {
  return <LinkEnded />;
}
