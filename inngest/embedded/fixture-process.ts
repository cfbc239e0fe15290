/** A process of its own that runs the fixtures, to be killed: `node fixture-process.ts <database>`. */
import { openPool, startExecutor } from "./harness.ts";

const [url = ""] = process.argv.slice(2);
await startExecutor(openPool(url));
process.stdout.write("started\n");
