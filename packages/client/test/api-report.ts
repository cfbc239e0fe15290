/** What the package exports, in a file, so that each change of it is seen and meant. Not part of the package. */
import { join } from "node:path";
import {
  Extractor,
  ExtractorConfig,
  type ExtractorLogLevel,
  type ExtractorMessage,
} from "@microsoft/api-extractor";

const folder = join(import.meta.dirname, "..");
const compiled = join(folder, "dist");

const WARNING = "warning" as ExtractorLogLevel;
const NONE = "none" as ExtractorLogLevel;

/** Once it's compiled. */
const configure = () =>
  ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, "package.json"),
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: join(compiled, "index.d.ts"),
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            module: "nodenext",
            lib: ["es2022", "dom", "dom.iterable"],
            types: [],
          },
          files: [join(compiled, "index.d.ts")],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: "bank-client",
        reportFolder: folder,
        reportTempFolder: join(compiled, "report"),
      },
      messages: {
        compilerMessageReporting: { default: { logLevel: WARNING } },
        extractorMessageReporting: {
          default: { logLevel: WARNING },
          // Comments are written for editors, not in this tool's own dialect.
          "ae-missing-release-tag": { logLevel: NONE },
          "ae-undocumented": { logLevel: NONE },
        },
        tsdocMessageReporting: { default: { logLevel: NONE } },
      },
    },
  });

/**
 * Compares the compiled package with `bank-client.api.md`.
 * @param isMeant writes the file in place of reporting a difference
 * @returns whatever is wrong
 */
export function findingsIn(isMeant: boolean): string[] {
  const findings: string[] = [];
  const messageCallback = (message: ExtractorMessage) => {
    message.handled = true;
    if (["warning", "error"].includes(message.logLevel)) findings.push(message.text);
  };
  Extractor.invoke(configure(), { localBuild: isMeant, messageCallback });
  return findings;
}
