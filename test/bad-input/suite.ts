/** The test that the quick and the long run share; only the number of requests differs. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as openApi } from "#app/openapi.json/route.ts";
import type { Contract } from "#lib/contract.ts";
import { takesInput } from "#lib/http/openapi-responses.ts";
import { makeBank } from "../factories.ts";
import { bankOperations, publicOperations, tokenOperations } from "../operations.ts";
import { isolateDatabase } from "../private-database.ts";
import { REPEAT, SEED } from "../random.ts";
import { databaseChecksum } from "./database-checksum.ts";
import { wrongRequests } from "./generator.ts";
import { expectRefused } from "./refusal.ts";
import { type Document, describe as described } from "./schemas.ts";
import { type Credentials, type Service, startService } from "./service.ts";
import { goodOf, requestOf, type WrongRequest } from "./wire.ts";

/** Concurrent requests. */
const CONCURRENCY = 8;

/** Every operation with a valid request and its credentials. */
const OPERATIONS = [
  ...bankOperations.map(({ contract, good }) => ({
    contract,
    prepare: async () => {
      const bank = await makeBank();
      return { request: await good(bank), credentials: { "X-Service-API-Key": bank.key } };
    },
  })),
  ...tokenOperations.map(({ makeCaller, ...tested }) => ({
    contract: tested.contract,
    prepare: async () => {
      const { token, request } = await makeCaller();
      return { request: await request(tested), credentials: { Authorization: `Bearer ${token}` } };
    },
  })),
  ...publicOperations.map(({ contract, good }) => ({
    contract,
    prepare: async () => ({ request: await good(), credentials: {} }),
  })),
];

type Target = { service: Service; contract: Contract; credentials: Credentials };

/** @returns the wrong responses, with their requests */
async function sendAll({ service, contract, credentials }: Target, requests: WrongRequest[]) {
  const faults: string[] = [];
  const queue = [...requests];
  const worker = async () => {
    for (let request = queue.pop(); request; request = queue.pop()) {
      const { what, method, target, expected } = request;
      await service
        .send(request, credentials)
        .then((reply) => expectRefused(contract, expected, reply))
        .catch((error: Error) =>
          faults.push(
            `${what.slice(0, 400)}\n  ${method} ${target.slice(0, 200)}\n  ${error.message}`,
          ),
        );
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return faults;
}

/** @param most the number of requests per operation, chosen by the seed; all if omitted */
export function badInputTests(limit?: number): void {
  describe(`bad input (SEED=${SEED})`, () => {
    // A small database: all of it is read twice per operation.
    isolateDatabase();
    let [service, document] = [] as unknown as [Service, Document];
    beforeAll(async () => {
      process.stdout.write(`bad input: SEED=${SEED} makes the same requests again\n`);
      service = await startService();
      document = await (await openApi(new Request("http://service.test/openapi.json"))).json();
    });
    afterAll(() => service.close());

    it.each(OPERATIONS)("$contract.id rejects all of it, and writes nothing", async (tested) => {
      const { contract, prepare } = tested;
      const { request, credentials } = await prepare();
      const good = goodOf(contract, request);
      const operation = { contract, good, described: described(document, contract.id) };
      const before = await databaseChecksum();
      for (let seed = SEED; seed < SEED + REPEAT; seed++) {
        const all = wrongRequests(operation, seed);
        // Without input, only the URL can be wrong.
        if (takesInput(contract)) expect(all.length).toBeGreaterThanOrEqual(500);
        const faults = await sendAll({ service, contract, credentials }, all.slice(0, limit));
        expect(faults.join("\n\n"), `${faults.length} of these, SEED=${seed}`).toBe("");
      }
      expect(await databaseChecksum()).toEqual(before);
      // The request that all of them are based on is valid.
      expect((await service.send(requestOf(good), credentials)).status).toBe(contract.status);
    });
  });
}
