import { beforeAll, describe, expect, it } from "vitest";
import { revokeApiKey } from "#lib/staff/api-keys.ts";
import { call } from "../api.ts";
import { makeBank, system } from "../factories.ts";
import { bankOperations } from "../operations.ts";

/** Changes the last character, which keeps the format but breaks the secret. */
const corrupt = (key: string) => key.slice(0, -1) + (key.endsWith("A") ? "E" : "A");

describe.each(bankOperations)("$contract.id, the key gate", (operation) => {
  let bank: Awaited<ReturnType<typeof makeBank>>;
  beforeAll(async () => {
    bank = await makeBank();
  });

  const codeFor = async (key: string | null) => {
    const answer = await call(operation, { ...(await operation.good(bank)), key });
    const { status, headers, body } = answer;
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toBe('ApiKey realm="bank", header="X-Service-API-Key"');
    return body.error.code;
  };

  it("accepts a valid key", async () => {
    const { status } = await call(operation, { ...(await operation.good(bank)), key: bank.key });
    expect(status).toBe(operation.contract.status);
  });

  it("requires a key", async () => {
    expect(await codeFor(null)).toBe("API_KEY_MISSING");
  });

  it.each(["nonsense", "svc_test_:", "svc_test_0123456789abcdef:short", "Bearer x"])(
    "rejects a malformed key: %s",
    async (key) => {
      expect(await codeFor(key)).toBe("API_KEY_INVALID");
    },
  );

  it("doesn't distinguish an unknown key from a wrong secret", async () => {
    const secret = bank.key.split(":")[1];
    expect(await codeFor(`svc_test_0000000000000000:${secret}`)).toBe("API_KEY_INVALID");
    expect(await codeFor(corrupt(bank.key))).toBe("API_KEY_INVALID");
  });

  it("reports a key of the other environment", async () => {
    const live = bank.key.replace("svc_test_", "svc_live_");
    expect(await codeFor(live)).toBe("API_KEY_WRONG_ENVIRONMENT");
  });

  it("reports a revoked key only if its secret is correct", async () => {
    const other = await makeBank();
    await revokeApiKey(system, other.keyId);
    expect(await codeFor(other.key)).toBe("API_KEY_REVOKED");
    expect(await codeFor(corrupt(other.key))).toBe("API_KEY_INVALID");
  });

  it("checks the key before anything else in the request", async () => {
    const { status } = await call(operation, {
      rawBody: operation.contract.method === "GET" ? undefined : "{",
      headers: operation.contract.method === "GET" ? {} : { "Content-Type": "text/plain" },
      params: { donation_id: "no-uuid", school_id: "\0" },
    } as never);
    expect(status).toBe(401);
  });
});
