// Runs the operator command repeatedly in one process: `node resident-operator.mjs BUNDLE`. Each message
// contains a command's arguments and environment, and is answered with its output and exit code.
import { pathToFileURL } from "node:url";

const { main } = await import(pathToFileURL(process.argv[2] ?? "").href);

/** The product's per-process state (lib/singleton.ts). */
const SINGLETONS = Symbol.for("points-to-donation.singletons");
let last = "";
const writeError = process.stderr.write.bind(process.stderr);

// The parent has exited.
process.on("disconnect", () => process.exit());

process.on("message", async ({ args, env }) => {
  const written = { stdout: "", stderr: "" };
  process.stdout.write = (text) => {
    written.stdout += text;
    return true;
  };
  process.stderr.write = (text) => {
    written.stderr += text;
    return writeError(text);
  };
  // A command sets the URL of the database that it found.
  process.env = { ...env };
  // Clears the state of other installations, as in a new process.
  const installation = JSON.stringify(env);
  if (installation !== last) globalThis[SINGLETONS].clear();
  last = installation;
  process.exitCode = 0;
  await main(/** @type {string[]} */ (args));
  process.send?.({ code: process.exitCode, ...written });
});
