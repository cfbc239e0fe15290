/** A school's files are received one at a time, and one that stalls ends. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { exchange, head } from "#test/process/raw-http.ts";
import { makeMember, makeSchoolTenant } from "#test/staff.ts";
import { listenToAll, SERVER_OPTIONS } from "./http-server.ts";
import { createListener } from "./listener.ts";

const BYTES = 1_000_000;

let receiving = 0;
/** As Next.js: receives the whole body first. */
async function next(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  receiving++;
  try {
    outgoing.end(String((await buffer(incoming)).length));
  } finally {
    receiving--;
  }
}

const short = { requestTimeout: 2_000, headersTimeout: 1_000, connectionsCheckingInterval: 50 };
const server = createServer({ ...SERVER_OPTIONS, ...short });
const portOf = () => (server.address() as AddressInfo).port;
beforeAll(async () => {
  listenToAll(server, createListener({ routes: [], next }));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The head of an upload by a new school's processor. */
async function makeUpload(): Promise<string> {
  const { scope } = await makeMember(await makeSchoolTenant(), "processor");
  jar.clear();
  await signInBrowser({ cardholderId: scope.personId, familyId: scope.familyId });
  const token = await encryptToken("upload", { familyId: scope.familyId }, 60);
  return head(
    "POST",
    `/school/gifts/confirm/check/${token}`,
    `Cookie: ${[...jar].map((pair) => pair.join("=")).join("; ")}`,
    `Content-Length: ${BYTES}`,
  );
}

const upload = (start: string) =>
  exchange(portOf(), (socket) => void socket.write(start + "x".repeat(BYTES)));

/** Sends half of an upload. */
function stall(start: string): Promise<Socket> {
  const socket = connect(
    portOf(),
    "127.0.0.1",
    () => void socket.write(start + "x".repeat(BYTES / 2)),
  );
  socket.on("error", () => {});
  return expect
    .poll(() => receiving)
    .toBe(1)
    .then(() => socket);
}

it("another of the same school is refused before it is received, and not later", async () => {
  const [school, other] = [await makeUpload(), await makeUpload()];
  const stalled = await stall(school);
  expect((await upload(school)).status).toBe(429);
  expect(receiving).toBe(1);
  expect(await upload(other)).toMatchObject({ status: 200, body: `${BYTES}` });
  stalled.destroy();
  await expect.poll(() => receiving).toBe(0);
  expect((await upload(school)).status).toBe(200);
});

it("one that stalls ends, though its sender stays", async () => {
  const school = await makeUpload();
  const stalled = await stall(school);
  await expect.poll(() => receiving, { timeout: 20_000 }).toBe(0);
  expect((await upload(school)).status).toBe(200);
  stalled.destroy();
});
