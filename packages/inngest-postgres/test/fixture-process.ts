/** A process that runs the fixtures, to be killed: `node fixture-process.ts <database>`. */
import { openPool, startExecutor } from "./harness.ts";

const [url = ""] = process.argv.slice(2);
// Few slots, since it could lose some of its short leases on a busy machine.
await startExecutor(openPool(url), { slots: 16 });
process.stdout.write("started\n");
