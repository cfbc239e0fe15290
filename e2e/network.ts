/** A separate client network for one test, so that its failed attempts lock out no other test. */
import { type AddressInfo, connect, createServer } from "node:net";

/** Hands connections on to the application, which sees them come from that address of this machine. */
export async function openNetwork(localAddress: string) {
  const port = Number(process.env.E2E_PORT);
  const server = createServer((incoming) => {
    const onward = connect({ port, host: "127.0.0.1", localAddress });
    // Whichever end goes away first, the other has nobody to talk to.
    incoming.on("error", () => onward.destroy()).on("close", () => onward.destroy());
    onward.on("error", () => incoming.destroy()).on("close", () => incoming.destroy());
    incoming.pipe(onward).pipe(incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: own } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${own}`, close: () => server.close() };
}
