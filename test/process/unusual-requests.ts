import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { Application } from "./application.ts";
import { app } from "./default-service.ts";

/** Sends raw bytes and reads the whole response. */
function raw(bytes: string): Promise<{ status: number; headers: string; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(app.port, "127.0.0.1", () => socket.write(bytes));
    let text = "";
    socket.setTimeout(300_000, () => socket.destroy(new Error("no response")));
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", reject);
    socket.on("end", () => {
      const [headers = "", body = ""] = text.split("\r\n\r\n", 2);
      resolve({ status: Number(headers.split(" ")[1]), headers, body });
    });
  });
}

const get = (target: string, more = "") =>
  raw(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n`);

function codeOf({ headers, body }: { headers: string; body: string }): string {
  expect(headers.toLowerCase()).toContain("x-request-id: ");
  const parsed = JSON.parse(body);
  expect(parsed).toMatchObject({ success: false, meta: { request_id: expect.any(String) } });
  return parsed.error.code;
}

describe("400", () => {
  it.each([
    "/v1/schools/%",
    "/v1/schools/%zz",
    "/v1//schools",
    "//",
    "*",
    "http://x/v1/schools",
    "/v1/%ff",
    "/v1/../metrics",
    "/v1/./schools",
    "/v1/schools/..",
    "/%2e%2E/metrics",
  ])("rejects the unparsable URL %s in our format", async (target) => {
    const answer = await get(target);
    expect(answer.status).toBe(400);
    expect(codeOf(answer)).toBe("BAD_REQUEST");
  });

  it("answers bytes that aren't HTTP in our format", async () => {
    const answer = await raw("hello there\r\n\r\n");
    expect(answer.status).toBe(400);
    expect(codeOf(answer)).toBe("BAD_REQUEST");
  });

  it.each([
    ["no host", ""],
    ["two hosts", "Host: localhost\r\nHost: other.test\r\n"],
    ["the same host twice", "Host: localhost\r\nhost: localhost\r\n"],
    ["an empty host", "Host: \r\n"],
    ["an unknown expectation", "Host: localhost\r\nExpect: 999\r\n"],
  ])("rejects %s in our format, for the API and for pages", async (_what, headers) => {
    for (const target of ["/v1/schools", "/", "/openapi.json"]) {
      const answer = await raw(`GET ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
      expect(answer.status).toBe(400);
      expect(codeOf(answer)).toBe("BAD_REQUEST");
    }
  });

  it("answers CONNECT in our format", async () => {
    const answer = await raw(
      "CONNECT x:1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    );
    expect(answer.status).toBe(400);
    expect(codeOf(answer)).toBe("BAD_REQUEST");
  });

  it("supports Expect: 100-continue", async () => {
    const answer = await raw(
      "POST /v1/portal/auth/refresh HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n" +
        "Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
    );
    expect([answer.status, answer.headers, answer.body].join()).toContain("422");
  });

  it("rejects an invalid host", async () => {
    const answer = await raw(
      "GET /v1/schools HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n",
    );
    expect(answer.status).toBe(400);
    expect(codeOf(answer)).toBe("BAD_REQUEST");
  });
});

describe("404 and 405", () => {
  it.each(["/v1", "/v1/", "/v1/nothing", "/v1/schools/", "/v1/donation"])(
    "rejects the unknown path %s",
    async (target) => {
      const answer = await get(target);
      expect(answer.status).toBe(404);
      expect(codeOf(answer)).toBe("NOT_FOUND");
    },
  );

  it.each(["PUT", "DELETE", "PATCH", "OPTIONS", "GET"])(
    "rejects %s where only POST is supported, and says so in Allow",
    async (method) => {
      const answer = await raw(
        `${method} /v1/donations/request HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      );
      expect(answer.status).toBe(405);
      expect(codeOf(answer)).toBe("METHOD_NOT_ALLOWED");
      expect(answer.headers).toMatch(/^allow: POST$/im);
    },
  );

  it.each([
    ["/v1/schools", 405, "GET, HEAD"],
    ["/v1/donations/request", 405, "POST"],
    ["/", 405, "GET, HEAD, POST"],
    ["/openapi.json", 405, "GET, HEAD"],
    ["/v1/nothing", 404, ""],
  ])("rejects TRACE of %s", async (target, status, allow) => {
    const answer = await raw(
      `TRACE ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    expect(answer.status).toBe(status);
    expect(/^allow: (.*)$/im.exec(answer.headers)?.[1]?.trim() ?? "").toBe(allow);
    expect(codeOf(answer)).toBe(status === 405 ? "METHOD_NOT_ALLOWED" : "NOT_FOUND");
  });
});

describe("request IDs", () => {
  it("keeps the caller's if it is valid, on pages as well", async () => {
    for (const target of ["/v1/schools", "/v1/nothing", "/healthz", "/"]) {
      const { headers } = await get(target, "X-Request-Id: mine-1\r\n");
      expect(headers).toMatch(/^x-request-id: mine-1$/im);
    }
  });

  it("creates one if the caller's is invalid", async () => {
    const { headers } = await get("/v1/schools", `X-Request-Id: ${"x".repeat(129)}\r\n`);
    expect(headers).toMatch(/^x-request-id: [0-9a-f-]{36}$/im);
  });
});

it("logs no URL, since it may contain an embedded session's token", async () => {
  const token = "eyJhbGciOiJIUzI1NiJ9.bm90LWZvci1sb2dz.c2lnbmF0dXJl";
  for (const target of ["/embed/session", "/embed//session", "/embed/nothing", "/v1/%"]) {
    await get(`${target}?token=${token}`);
  }
  await raw(
    `PUT /embed/session?token=${token} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  );
  expect(app.output).not.toContain(token);
  expect(app.output).not.toContain("bm90LWZvci1sb2dz");
});

it("treats a header of Next's own client like any other", async () => {
  const { status, body } = await get("/v1/schools", "RSC: 1\r\n");
  expect(status).toBe(401);
  expect(JSON.parse(body).error.code).toBe("API_KEY_MISSING");
});

/** Runs `npm start`, which checks the port before any long step. */
class StartedByNpm extends Application {
  protected override program(name: "start" | "admin") {
    return { ...super.program(name), args: [`scripts/${name}.ts`] };
  }
}

it("reports which port is in use, and what to do", async () => {
  const second = new StartedByNpm();
  second.port = app.port;
  expect(await second.startAndFail()).toMatch(/ort \d+ is in use.*PORT=\d+ npm start/);
  await second.remove();
});
