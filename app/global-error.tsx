"use client";
import PageError from "./error.tsx";
import { fonts } from "./fonts.ts";
import "./globals.css";

/** As error.tsx, where not even the layout could be made. */
export default function GlobalError(props: { error: Error & { digest?: string } }) {
  return (
    <html lang="en" className={fonts}>
      <body>
        <PageError {...props} />
      </body>
    </html>
  );
}
