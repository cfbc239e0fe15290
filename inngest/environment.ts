/**
 * In Node.js 24, each read of `process.env` is a system call. The Inngest SDK 4 reads all variables several
 * times per call, which was measured at a fifth of all CPU time.
 */

/** Replaces `process.env` with a plain copy, without npm's variables: after `npm start` they are the majority. */
export function copyEnvironment(): void {
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_"));
  process.env = Object.fromEntries(variables) as typeof process.env;
}
