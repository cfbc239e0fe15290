/** `npm run admin`: builds the operator command if it is out of date, and runs it. Only its document goes to standard output. */
import { buildCode } from "./build.ts";
import { fail, say, stopWithParent } from "./steps.ts";

async function admin(): Promise<void> {
  const stopHandlingSignals = stopWithParent();
  await buildCode(say);
  stopHandlingSignals();
  const bundle = "../dist/admin.mjs";
  const command: { main(args: string[]): Promise<void> } = await import(bundle);
  await command.main(process.argv.slice(2));
}

await admin().catch(fail);
