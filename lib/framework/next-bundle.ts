/**
 * Next.js 16.4 bundles our modules separately, and `import.meta.url` there is that of the source at build
 * time. `NEXT_RUNTIME` is a constant in its bundle and not set elsewhere. test/process/deployed.test.ts
 * fails if that changes: documents could not be drawn.
 */
export const isInNextBundle = (): boolean => process.env.NEXT_RUNTIME !== undefined;
