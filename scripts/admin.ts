/** `npm run admin`: builds the operator command if it is out of date, and runs it. Only its document goes to standard output. */
import { printableLines } from "#lib/text.ts";
import { buildCode } from "./build.ts";
import { stopWithParent } from "./steps.ts";

async function admin(): Promise<void> {
  const stopHandlingSignals = stopWithParent();
  await buildCode((line) => process.stderr.write(`${line}\n`));
  stopHandlingSignals();
  const bundle = "../dist/admin.mjs";
  const command: { main(args: string[]): Promise<void> } = await import(bundle);
  await command.main(process.argv.slice(2));
}

await admin().catch((error: Error) => {
  const message = error.name === "Error" ? error.stack : error.message;
  process.stderr.write(`${printableLines(message ?? String(error))}\n`);
  process.exitCode = 1;
});
