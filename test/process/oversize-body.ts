/** No route reads more than the body limit, regardless of encoding and sender. */
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { type Action, PERMISSIONS } from "#lib/auth/permissions.ts";
import type { Application } from "./application.ts";
import { addressOf, nextTemplates, operations, plainRoutes } from "./pages.ts";
import { exchange, head, type RawResponse, sendForever } from "./raw-http.ts";
import { insertServiceKey } from "./service-key.ts";

let app: Application;
let accessToken = "";
let serviceKey = "";

async function logIn(): Promise<void> {
  const { email, password } = app.demonstration;
  const answer = await fetch(`${app.base}/v1/portal/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  accessToken = (await answer.json()).data.access_token;
  serviceKey = await insertServiceKey(app);
}

const TOO_LARGE = 64 * 1024 + 1;
const JSON_TYPE = "Content-Type: application/json";
function credential(auth: string): string[] {
  if (auth === "key") return [`X-Service-API-Key: ${app.demoKey}`];
  return [`Authorization: Bearer ${auth === "school" ? serviceKey : accessToken}`];
}

/** Whether a program may do it. What only a school's admins may do is refused before its body is read. */
const mayProgram = (action?: Action<"school">) =>
  action === undefined || PERMISSIONS.school[action].roles.some((role) => role === "processor");

/** Declares a length and sends no body: a server that waits for it never responds. */
const declared = (method: string, path: string, ...lines: string[]) =>
  exchange(app.port, head(method, path, ...lines, `Content-Length: ${TOO_LARGE}`));

/** Sends an endless body without a length: a server that reads to its end never responds. */
const endless = (method: string, path: string, ...lines: string[]) =>
  exchange(app.port, (socket) =>
    sendForever(socket, head(method, path, ...lines, "Transfer-Encoding: chunked")),
  );

/** Sends its declared body at full speed before reading, and must still get a response. */
const fullSpeed = (method: string, path: string, ...lines: string[]) =>
  exchange(app.port, (socket) => {
    socket.write(head(method, path, ...lines, "Content-Length: 2000000"));
    socket.write("x".repeat(2_000_000));
  });

const SENDERS = [declared, endless, fullSpeed];

/** Refused before it is read: for its size, for having no length, or because nothing is there for the method. */
function expectUnread(response: RawResponse, send: (typeof SENDERS)[number]): void {
  if (response.status === 404 || response.status === 405) return;
  if (send === endless) {
    expect(response.status).toBe(411);
    expect(response.body).toContain('"code":"LENGTH_REQUIRED"');
  } else {
    expectTooLarge(response);
  }
}

function expectTooLarge({ status, headers, body }: RawResponse): void {
  expect(status).toBe(413);
  expect(headers["x-request-id"]).toBeTruthy();
  expect(body).toContain('"code":"PAYLOAD_TOO_LARGE"');
}

const TYPES = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=b"];
const ADDRESSES = [
  ...[...nextTemplates, ...plainRoutes].map(addressOf),
  "/no-such-page",
  "/_next/static/nothing.js",
];
const PAGE_REQUESTS = ["POST", "GET"].flatMap((method) =>
  TYPES.map((type) => [method, type] as const),
);

/** Each address with every sender, or with one; the first address always gets every sender. */
const sendersFor = (index: number, all: boolean) =>
  all || index === 0 ? SENDERS : [SENDERS[index % SENDERS.length] as (typeof SENDERS)[number]];

/** Each address with its senders. */
const withSenders = <T extends object>(items: T[], all: boolean) =>
  items.flatMap((item, index) =>
    sendersFor(index, all).map((send) => ({ ...item, send, name: send.name })),
  );

function operationTests(all: boolean): void {
  it.each(
    withSenders(
      operations.filter(({ takesBody, action }) => takesBody && mayProgram(action)),
      all,
    ),
  )("is rejected by $id for authorized callers: $name", async ({ method, address, auth, send }) => {
    expectTooLarge(await send(method, address, ...credential(auth), JSON_TYPE));
  });

  it.each(
    withSenders(
      operations.filter(({ auth }) => auth !== "none"),
      all,
    ),
  )("isn't read by $id without credentials: $name", async ({ method, address, send }) => {
    expect((await send(method, address, JSON_TYPE)).status).toBe(401);
  });

  it.each(
    withSenders(
      operations.filter(({ takesBody }) => !takesBody),
      all,
    ),
  )("isn't read by $id, which takes no body: $name", async ({ method, address, auth, send }) => {
    const { status } = await send(method, address, ...credential(auth), JSON_TYPE);
    expect(status).toBeLessThan(500);
  });
}

function pageTests(all: boolean): void {
  const addresses = ADDRESSES.map((address, index) => ({ address, index }));
  it.each(withSenders(addresses, all))(
    "is rejected at $address, with GET and POST: $name",
    async ({ address, index, send }) => {
      const one = index % PAGE_REQUESTS.length;
      for (const [method, type] of all ? PAGE_REQUESTS : PAGE_REQUESTS.slice(one, one + 1)) {
        expectUnread(await send(method, address, `Content-Type: ${type}`), send);
      }
    },
  );
}

function sizeTest(): void {
  it("doesn't grow the process's memory", async () => {
    const memory = () => {
      const status = readFileSync(`/proc/${app.pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
    };
    const before = memory();
    const send = (path: string) =>
      exchange(app.port, (socket) => {
        socket.write(head("POST", path, JSON_TYPE, "Content-Length: 125829120"));
        const part = "x".repeat(1024 * 1024);
        let remaining = 120;
        const writeMore = () => {
          while (remaining > 0 && socket.writable) {
            remaining -= 1;
            if (!socket.write(part)) return;
          }
        };
        socket.on("drain", writeMore);
        writeMore();
      });
    const answers = await Promise.all(Array.from({ length: 8 }, () => send("/signin/submit")));
    for (const { status } of answers) expect(status).toBe(413);
    // Unbounded, it reached 1.4 GB.
    expect(memory() - before).toBeLessThan(100);
  });
}

function smallBodyTest(): void {
  it("a chunked body within the limit reaches its operation, but no form", async () => {
    const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
    const send = (path: string, text: string, ...lines: string[]) =>
      exchange(
        app.port,
        head("POST", path, "Transfer-Encoding: chunked", ...lines) + chunked(text),
      );
    const signOut = await send(
      "/signout",
      "x=y",
      "Content-Type: application/x-www-form-urlencoded",
    );
    expect(signOut.status).toBe(411);
    const login = await send("/v1/portal/auth/login", "{}", JSON_TYPE);
    expect(login.status).toBe(422);
  });
}

function endlessBodyTests(): void {
  describe.each(["/docs", "/v1/schools", "/signin/submit"])("at %s", (path) => {
    it.each(["Transfer-Encoding: chunked", "Content-Length: 4000000000"])(
      "little is read after the response: %s",
      async (line) => {
        let sent: Socket | undefined;
        const { status, closed } = await exchange(
          app.port,
          (socket) => {
            sent = socket;
            sendForever(socket, head("POST", path, JSON_TYPE, line));
          },
          { untilClosed: true },
        );
        expect(status).toBeGreaterThanOrEqual(400);
        expect(closed).toBe(true);
        // Includes the kernel's socket buffers on both sides.
        const received = (sent?.bytesWritten ?? 0) - (sent?.writableLength ?? 0);
        expect(received).toBeLessThan(32_000_000);
      },
    );
  });
}

/** @param all whether each address gets every sender, method, and type rather than one */
export function oversizeBodyTests(of: Application, all: boolean): void {
  app = of;
  beforeAll(logIn);
  operationTests(all);
  pageTests(all);
  sizeTest();
  smallBodyTest();
  endlessBodyTests();
}
