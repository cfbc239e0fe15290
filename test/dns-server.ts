/** A DNS server on loopback, over UDP and TCP, that answers, lies, delays, or stays silent as told. */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, isIPv6, type Socket } from "node:net";
import packet, { type Answer, type Packet } from "dns-packet";
import { rereadEnv } from "#lib/env.ts";

export type Question = { name: string; type: "A" | "AAAA"; transport: "udp" | "tcp" };

/** The answer to a query. */
export type Reply =
  | "silence"
  | "nxdomain"
  | "servfail"
  | "garbage"
  /** Sets the truncation flag, so that clients retry over TCP. */
  | "truncated"
  | { addresses: string[]; afterMs?: number; cname?: string };

const FAILED = { nxdomain: 3, servfail: 2 } as const;

function answersTo({ name, type }: Question, reply: Exclude<Reply, string>): Answer[] {
  const { addresses, cname } = reply;
  const ttl = 0;
  const owner = cname ?? name;
  return [
    ...(cname ? [{ type: "CNAME" as const, name, ttl, data: cname }] : []),
    ...addresses
      .filter((address) => isIPv6(address) === (type === "AAAA"))
      .map((data) => ({ type, name: owner, ttl, data })),
  ];
}

function encode(query: Packet, question: Question, reply: Exclude<Reply, "silence">): Buffer {
  if (reply === "garbage") return Buffer.alloc(40, 0xff);
  const failed = reply === "nxdomain" || reply === "servfail" ? FAILED[reply] : 0;
  const flags = packet.RECURSION_AVAILABLE | packet.RECURSION_DESIRED | failed;
  return packet.encode({
    type: "response",
    id: query.id ?? 0,
    flags: reply === "truncated" ? flags | packet.TRUNCATED_RESPONSE : flags,
    questions: query.questions ?? [],
    answers: typeof reply === "string" ? [] : answersTo(question, reply),
  });
}

/** Starts one. @param reply to each query; every query is recorded in `asked` */
export async function startDnsServer(reply: (question: Question) => Reply) {
  const asked: Question[] = [];
  const delays = new Set<NodeJS.Timeout>();
  const sockets = new Set<Socket>();

  function answer(query: Packet, transport: "udp" | "tcp", send: (bytes: Buffer) => void): void {
    const first = query.questions?.[0];
    if (!first) return;
    const question = { name: first.name.toLowerCase(), type: first.type, transport } as Question;
    asked.push(question);
    const chosen = reply(question);
    if (chosen === "silence") return;
    const delay = setTimeout(
      () => {
        delays.delete(delay);
        send(encode(query, question, chosen));
      },
      typeof chosen === "string" ? 0 : (chosen.afterMs ?? 0),
    );
    delays.add(delay);
  }

  const tcp = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    let received = Buffer.alloc(0);
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const end = 2 + received.readUInt16BE(0);
        const query = packet.decode(received.subarray(2, end));
        received = received.subarray(end);
        answer(query, "tcp", (bytes) => {
          const length = Buffer.alloc(2);
          length.writeUInt16BE(bytes.length);
          if (!socket.destroyed) socket.write(Buffer.concat([length, bytes]));
        });
      }
    });
  });
  tcp.listen(0, "127.0.0.1");
  await once(tcp, "listening");
  const { port } = tcp.address() as { port: number };
  const udp = createSocket("udp4");
  udp.on("message", (message, { address, port: to }) =>
    answer(packet.decode(message), "udp", (bytes) => udp.send(bytes, to, address)),
  );
  udp.bind(port, "127.0.0.1");
  await once(udp, "listening");

  return {
    asked,
    address: `127.0.0.1:${port}`,
    /** Makes this process use the server. */
    use(): void {
      process.env.DNS_SERVERS = `127.0.0.1:${port}`;
      rereadEnv();
    },
    async close(): Promise<void> {
      delete process.env.DNS_SERVERS;
      rereadEnv();
      for (const delay of delays) clearTimeout(delay);
      for (const socket of sockets) socket.destroy();
      udp.close();
      tcp.close();
    },
  };
}

export type DnsServer = Awaited<ReturnType<typeof startDnsServer>>;
