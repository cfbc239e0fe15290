import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A random port that was free a moment ago. It is below the ephemeral range and the ports of embedded
 * databases, so that neither takes it first, and random, so that no other test does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(randomInt(10_000, 20_000));
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    const { port } = server.address() as { port: number };
    server.close();
    await once(server, "close");
    return port;
  }
}
