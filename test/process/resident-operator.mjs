// The operator command, run again and again in one process: `node resident-operator.mjs BUNDLE`. Each message
// holds the words of a command, and is answered with what it wrote and its exit code.
import { pathToFileURL } from "node:url";

const { main } = await import(pathToFileURL(process.argv[2] ?? "").href);

const given = { ...process.env };
const writeError = process.stderr.write.bind(process.stderr);

process.on("message", async (words) => {
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
  process.env = { ...given };
  process.exitCode = 0;
  await main(/** @type {string[]} */ (words));
  process.send?.({ code: process.exitCode, ...written });
});
