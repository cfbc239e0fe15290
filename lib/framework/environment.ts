/**
 * Node.js 24: each read of `process.env` asks the operating system. The Inngest SDK 4 goes over all variables
 * several times at every call: a fifth of all CPU when it was measured.
 */

/** Replaces `process.env` by a plain copy, without npm's own, which are most of them after `npm start`. */
export function copyEnvironment(): void {
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_"));
  process.env = Object.fromEntries(variables) as typeof process.env;
}
