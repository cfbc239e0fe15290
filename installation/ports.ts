import { createServer } from "node:net";

/** Why this process can't listen on a port, such as `EADDRINUSE`; undefined if it can. */
export function portProblem(port: number, host?: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen({ port, host }, () => probe.close(() => resolve(undefined)));
  });
}
