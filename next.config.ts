import type { NextConfig } from "next";

/** For everything that sets none of its own, as the API, the embedded flow, and the authorization server do. */
const HEADERS = {
  // Pages have another one, with a nonce (proxy.ts).
  "Content-Security-Policy": "frame-ancestors 'none'",
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy":
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
};

/** What sets its own (lib/http/api-paths.ts). */
const OWN = String.raw`(?:v1|embed|openapi\.json|healthz|readyz|metrics|oauth/(?:jwks|token|userinfo|auth)|\.well-known)`;

const LOADS_NOTHING =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What files may do that browsers open as documents. */
const DOCUMENTS = {
  // An SVG must stay inert.
  "/monograms/:path*": `${LOADS_NOTHING}; sandbox`,
  // Browsers' PDF viewers need both.
  "/donations/:id/receipt/pdf": `${LOADS_NOTHING}; object-src 'self'; style-src 'unsafe-inline'`,
  "/statements/:year": `${LOADS_NOTHING}; object-src 'self'; style-src 'unsafe-inline'`,
  // An email's links open in new windows, outside the sandbox.
  "/sandbox/emails/:id/html": `${LOADS_NOTHING}; style-src 'unsafe-inline'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation`,
};

const config: NextConfig = {
  poweredByHeader: false,
  // One copy of each per process, shared with our server's bundle.
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
  // Where proxy.ts runs first, Next.js keeps a body in memory: no more than an Inngest server sends.
  experimental: {
    inlineCss: true,
    proxyClientMaxBodySize: "4mb",
    // To write it takes longer than it saves: most builds are first ones.
    turbopackFileSystemCacheForBuild: false,
  },
  turbopack: { root: import.meta.dirname },
  // `npm run dev`: an edited page shows at once under this name, too.
  allowedDevOrigins: ["127.0.0.1"],
  // The types of everything are checked together, by `npm test`.
  typescript: { ignoreBuildErrors: true },
  headers: async () => [
    {
      source: `/((?!${OWN}(?:/|$)).*)`,
      headers: Object.entries(HEADERS).map(([key, value]) => ({ key, value })),
    },
    ...Object.entries(DOCUMENTS).map(([source, value]) => ({
      source,
      headers: [{ key: "Content-Security-Policy", value }],
    })),
    // Pages of banks import it.
    { source: "/embed-host.js", headers: [{ key: "Access-Control-Allow-Origin", value: "*" }] },
    // Revalidated on every load, so that a bad version doesn't stick.
    { source: "/sw.js", headers: [{ key: "Cache-Control", value: "no-cache" }] },
  ],
};

export default config;
