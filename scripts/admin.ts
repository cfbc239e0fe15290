/** `npm run admin`: brings the operator command up to date and runs it. Its document alone goes to standard output. */
import { printableLines } from "#lib/text.ts";
import { buildCode } from "./build.ts";
import { stopWithParent } from "./steps.ts";

async function admin(): Promise<void> {
  const handOver = stopWithParent();
  await buildCode((line) => process.stderr.write(`${line}\n`));
  handOver();
  const bundle = "../dist/admin.mjs";
  const command: { main(args: string[]): Promise<void> } = await import(bundle);
  await command.main(process.argv.slice(2));
}

await admin().catch((error: Error) => {
  const words = error.name === "Error" ? error.stack : error.message;
  process.stderr.write(`${printableLines(words ?? String(error))}\n`);
  process.exitCode = 1;
});
