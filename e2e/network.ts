/** A separate client network for one test, so that its failed attempts lock out no other test. */
import { type AddressInfo, connect, createServer } from "node:net";

/** Proxies connections to the application, which sees them come from that loopback address. */
export async function openNetwork(localAddress: string) {
  const port = Number(process.env.E2E_PORT);
  const server = createServer((incoming) => {
    const onward = connect({ port, host: "127.0.0.1", localAddress });
    // When either end closes, the other is closed, too.
    incoming.on("error", () => onward.destroy()).on("close", () => onward.destroy());
    onward.on("error", () => incoming.destroy()).on("close", () => incoming.destroy());
    incoming.pipe(onward).pipe(incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: own } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${own}`, close: () => server.close() };
}
