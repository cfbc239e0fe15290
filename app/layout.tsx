import type { Metadata, Viewport } from "next";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { TimeZoneProvider } from "#components/ui/time-zone.tsx";
import { env } from "#lib/env.ts";
import { rememberedTimeZone } from "./cookies.ts";
import { fonts } from "./fonts.ts";
import { readNonce } from "./nonce.ts";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  await connection();
  const { brandName, publicBaseUrl } = env();
  return {
    metadataBase: new URL(publicBaseUrl),
    title: { default: brandName, template: `%s – ${brandName}` },
    description: "Turn credit-card points into a gift to the athletic foundation you love.",
    robots: { index: false, follow: false },
    openGraph: { siteName: brandName, type: "website", locale: "en_US" },
    twitter: { card: "summary_large_image" },
    formatDetection: { telephone: false, email: false, address: false },
  };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f5f3ee" },
    { media: "(prefers-color-scheme: dark)", color: "#0d0e12" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Prevents prerendering: each response needs its own nonce, and there is no configuration at build time.
  await connection();
  return (
    <html lang="en" className={fonts}>
      <body>
        <script type="module" async src="/page.js" nonce={await readNonce()} />
        <TimeZoneProvider remembered={await rememberedTimeZone()}>{children}</TimeZoneProvider>
      </body>
    </html>
  );
}
