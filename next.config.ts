import type { NextConfig } from "next";

/** For everything that is not the API or the embedded flow, which set their own. */
const HEADERS = {
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy":
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
};

const config: NextConfig = {
  poweredByHeader: false,
  // One copy of each per process, shared with the front door's bundle.
  serverExternalPackages: [
    "@node-rs/argon2",
    "@prisma/adapter-pg",
    "@prisma/client",
    "inngest",
    "oidc-provider",
    "pg",
    "pino",
    "prom-client",
    // What draws documents, in threads of its own.
    "tinypool",
    "undici",
  ],
  // Nothing here shows pictures that need converting; its address would let anybody ask for work and disk.
  images: { unoptimized: true, maximumDiskCacheSize: 0 },
  // Styles travel inside the page: on a slow telephone that saves a round trip before anything is seen.
  experimental: { inlineCss: true },
  turbopack: { root: import.meta.dirname },
  // `npm run dev`: an edited page shows at once under this name, too.
  allowedDevOrigins: ["127.0.0.1"],
  // The types of everything are checked together, by `npm test`.
  typescript: { ignoreBuildErrors: true },
  headers: async () => [
    {
      source: "/((?!v1/|v1$|embed/|embed$).*)",
      headers: Object.entries(HEADERS).map(([key, value]) => ({ key, value })),
    },
    // Pages of banks import it.
    { source: "/embed-host.js", headers: [{ key: "Access-Control-Allow-Origin", value: "*" }] },
    // Asked for again each time, so that a mistake in it does not stay with anybody.
    { source: "/sw.js", headers: [{ key: "Cache-Control", value: "no-cache" }] },
  ],
};

export default config;
