import type { NextConfig } from "next";
import { OWN_HEADERS } from "./lib/http/own-headers.ts";

/** Defaults for everything else. */
const HEADERS = {
  // Pages get a policy with a nonce instead (proxy.ts).
  "Content-Security-Policy": "frame-ancestors 'none'",
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy":
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
};

const LOAD_NOTHING =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Policies for files that browsers open as documents. */
const DOCUMENT_POLICIES = {
  // SVGs can't run scripts, and contain a school's mark as a data URL.
  "/monograms/:path*": `${LOAD_NOTHING}; img-src data:; sandbox`,
  // Built-in PDF viewers need `object-src` and inline styles.
  "/donations/:id/receipt/pdf": `${LOAD_NOTHING}; object-src 'self'; style-src 'unsafe-inline'`,
  "/statements/:year": `${LOAD_NOTHING}; object-src 'self'; style-src 'unsafe-inline'`,
  // Links in an email open in a new window, outside the sandbox.
  "/sandbox/emails/:id/html": `${LOAD_NOTHING}; style-src 'unsafe-inline'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation`,
};

const config: NextConfig = {
  poweredByHeader: false,
  // Loaded once per process and shared with our own server's bundle.
  serverExternalPackages: [
    "@node-rs/argon2",
    "@prisma/adapter-pg",
    "@prisma/client",
    "@simplewebauthn/server",
    "inngest",
    "oidc-provider",
    "pg",
    "pino",
    "prom-client",
    // Renders PDFs and images in worker threads.
    "tinypool",
    "undici",
  ],
  // No page needs image conversion, and the endpoint would let anyone consume CPU and disk.
  images: { unoptimized: true, maximumDiskCacheSize: 0 },
  experimental: {
    // A page is loaded when it's first opened. Loading all would take a seventh of the time of a start.
    preloadEntriesOnStart: false,
    // The build takes a tenth longer with it, and the server runs no faster.
    serverMinification: false,
    // Next.js buffers request bodies before proxy.ts. The largest come from an Inngest server.
    proxyClientMaxBodySize: "4mb",
    // Most builds start clean, so writing the cache costs more than it saves.
    turbopackFileSystemCacheForBuild: false,
  },
  turbopack: { root: import.meta.dirname },
  // Lets `npm run dev` hot-reload under this host too.
  allowedDevOrigins: ["127.0.0.1"],
  // `npm test` type-checks the whole project at once.
  typescript: { ignoreBuildErrors: true },
  // Forms have no routes of their own: app/forms/route.ts finds them by the address.
  rewrites: async () => {
    const { formPaths } = await import("./generated/form-paths.ts");
    return formPaths.map((path) => ({
      source: path.replace(/\[(\w+)\]/g, ":$1"),
      destination: "/forms",
    }));
  },
  headers: async () => [
    {
      source: `/((?!(?:${OWN_HEADERS})(?:/|$)).*)`,
      headers: Object.entries(HEADERS).map(([key, value]) => ({ key, value })),
    },
    ...Object.entries(DOCUMENT_POLICIES).map(([source, value]) => ({
      source,
      headers: [{ key: "Content-Security-Policy", value }],
    })),
    // Imported by banks' pages.
    { source: "/embed-host.js", headers: [{ key: "Access-Control-Allow-Origin", value: "*" }] },
    // Revalidated on every load, so a bad version doesn't stick.
    { source: "/sw.js", headers: [{ key: "Cache-Control", value: "no-cache" }] },
  ],
};

export default config;
