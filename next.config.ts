import type { NextConfig } from "next";

/** Defaults for what sets no headers of its own. */
const HEADERS = {
  // proxy.ts replaces it, except for files of the build.
  "Content-Security-Policy": "frame-ancestors 'none'",
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy":
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
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
    const { manifest } = await import("./generated/manifest.ts");
    return manifest
      .filter(({ kind }) => kind === "form")
      .map(({ path }) => ({
        source: path.replace(/\[(\w+)\]/g, ":$1"),
        destination: "/forms",
      }));
  },
  headers: async () => [
    {
      source: `/((?!(?:${(await import("./generated/manifest.ts")).NO_PAGES})(?:/|$)).*)`,
      headers: Object.entries(HEADERS).map(([key, value]) => ({ key, value })),
    },
    // Imported by banks' pages.
    { source: "/embed-host.js", headers: [{ key: "Access-Control-Allow-Origin", value: "*" }] },
    // Revalidated on every load, so a bad version doesn't stick.
    { source: "/sw.js", headers: [{ key: "Cache-Control", value: "no-cache" }] },
  ],
};

export default config;
