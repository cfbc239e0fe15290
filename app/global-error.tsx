"use client";
import PageError from "./error.tsx";
import { fonts } from "./fonts.ts";
import "./globals.css";

/** Like error.tsx, for errors in the root layout. */
export default function GlobalError(props: { error: Error & { digest?: string } }) {
  return (
    <html lang="en" className={fonts}>
      <body>
        <PageError {...props} />
      </body>
    </html>
  );
}
