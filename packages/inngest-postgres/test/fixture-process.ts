/** A process of its own that runs the fixtures, to be killed: `node fixture-process.ts <database>`. */
import { openPool, startExecutor } from "./harness.ts";

const [url = ""] = process.argv.slice(2);
// Few slots: with its short leases, too much at once on a busy machine would cost it some of them.
await startExecutor(openPool(url), { slots: 16 });
process.stdout.write("started\n");
