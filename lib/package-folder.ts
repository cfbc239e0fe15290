import { findPackageJSON } from "node:module";
import { dirname } from "node:path";

/** The folder of an installed package. Not by `require.resolve`, which a bundler would treat as an import. */
export function packageFolder(name: string): string {
  const manifest = findPackageJSON(name, import.meta.url);
  if (!manifest) throw new Error(`${name} isn't installed`);
  return dirname(manifest);
}
