// The operator command, run again and again in one process: `node resident-operator.mjs BUNDLE`. Each message
// holds the words of a command and its environment, and is answered with what it wrote and its exit code.
import { pathToFileURL } from "node:url";

const { main } = await import(pathToFileURL(process.argv[2] ?? "").href);

/** What the product keeps for a process (lib/singleton.ts). */
const SINGLETONS = Symbol.for("points-to-donation.singletons");
let last = "";
const writeError = process.stderr.write.bind(process.stderr);

// Whoever runs the commands has ended.
process.on("disconnect", () => process.exit());

process.on("message", async ({ words, env }) => {
  const written = { stdout: "", stderr: "" };
  process.stdout.write = (text) => {
    written.stdout += text;
    return true;
  };
  process.stderr.write = (text) => {
    written.stderr += text;
    return writeError(text);
  };
  // A command leaves the address of the database that it found.
  process.env = { ...env };
  // Nothing is known of another installation, as in a process of its own.
  const installation = JSON.stringify(env);
  if (installation !== last) globalThis[SINGLETONS].clear();
  last = installation;
  process.exitCode = 0;
  await main(/** @type {string[]} */ (words));
  process.send?.({ code: process.exitCode, ...written });
});
