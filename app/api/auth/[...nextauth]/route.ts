/** next-auth's own endpoints. Our pages need none of them; clients made for next-auth do. */

import { NextRequest } from "next/server";
import NextAuth, { type NextAuthOptions } from "next-auth";
import { cardholderScopeOf } from "#lib/auth/sessions.ts";
import { env } from "#lib/env.ts";
import { ServiceError } from "#lib/errors.ts";
import { requestIdOf } from "#lib/http/request.ts";
import { failure } from "#lib/http/responses.ts";
import { authOptions, INVALID_TOKEN } from "../options.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

/** What a client needs, each by its methods. `_log`, above all, would let anybody write into our log. */
const ACTIONS: Record<string, string[]> = {
  "callback/credentials": ["POST"],
  csrf: ["GET"],
  error: ["GET"],
  providers: ["GET"],
  session: ["GET"],
  signin: ["GET"],
  signout: ["GET", "POST"],
};

function requireAction(action: string, method: string): void {
  const methods = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (!methods) throw new ServiceError("NOT_FOUND");
  const asked = method === "HEAD" ? "GET" : method;
  if (methods.includes(asked)) return;
  const allowed = [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])].sort();
  throw new ServiceError("METHOD_NOT_ALLOWED", { headers: { Allow: allowed.join(", ") } });
}

/** The fields of a body of JSON. @throws ServiceError where it is none, or holds more than plain values */
function fieldsOfJson(text: string): URLSearchParams {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ServiceError("BAD_REQUEST");
  }
  if (typeof value !== "object" || value === null) throw new ServiceError("BAD_REQUEST");
  const fields = Object.entries(value).filter(([, field]) => field !== null);
  if (Array.isArray(value) || fields.some(([, field]) => typeof field === "object")) {
    throw new ServiceError("BAD_REQUEST");
  }
  return new URLSearchParams(fields.map(([name, field]) => [name, String(field)]));
}

/** next-auth puts what it is given into headers, and takes an address to go on at from here and its cookie. */
function requireReadable(values: Iterable<[name: string, value: string]>): void {
  for (const [name, value] of values) {
    const isAddress = /callback-?url$/i.test(name);
    if (!/^[\x20-\x7e]*$/.test(value) || (isAddress && value && !isHttpAddress(value))) {
      throw new ServiceError("BAD_REQUEST");
    }
  }
}

function isHttpAddress(value: string): boolean {
  const base = value.startsWith("/") ? env().publicBaseUrl : undefined;
  return /^https?:$/.test(URL.parse(value, base)?.protocol ?? "");
}

const addressesIn = (fields: Iterable<[string, string]>) =>
  [...fields].filter(([name]) => /callback-?url$/i.test(name));

/** The request with a body that next-auth reads without trouble: a form. Its size the front door has bounded. */
async function readable(request: Request): Promise<NextRequest> {
  const headers = new Headers(request.headers);
  const sent = new NextRequest(request.url, { headers });
  requireReadable(sent.nextUrl.searchParams);
  requireReadable(addressesIn(sent.cookies.getAll().map(({ name, value }) => [name, value])));
  if (request.method !== "POST") return sent;
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  const text = await request.text();
  let fields: URLSearchParams;
  if (type === "application/json") fields = fieldsOfJson(text);
  else if (type === "application/x-www-form-urlencoded") fields = new URLSearchParams(text);
  else throw new ServiceError("UNSUPPORTED_MEDIA_TYPE");
  requireReadable(addressesIn(fields));
  headers.set("content-type", "application/x-www-form-urlencoded");
  headers.delete("content-length");
  return new NextRequest(request.url, { method: "POST", headers, body: fields.toString() });
}

/** This machine has more names than the configured one: redirects stay on the host in use. */
function keepHost(response: Response): Response {
  const { publicBaseUrl } = env();
  const location = response.headers.get("location");
  if (location?.startsWith(publicBaseUrl)) {
    response.headers.set("Location", location.slice(publicBaseUrl.length) || "/");
  }
  return response;
}

/** Whoever asks here learns that there is an open session, and nothing about the person. */
function endpointOptions(): NextAuthOptions {
  const options = authOptions();
  return {
    ...options,
    callbacks: {
      ...options.callbacks,
      async session(given) {
        const { expires, ...session } = options.callbacks.session(given);
        if (!(await cardholderScopeOf(session))) throw new Error(INVALID_TOKEN);
        return { expires };
      },
    },
  };
}

async function handler(request: Request, context: Context): Promise<Response> {
  try {
    requireAction((await context.params).nextauth.join("/"), request.method);
    const sent = await readable(request);
    return keepHost(await NextAuth(sent as never, context as never, endpointOptions()));
  } catch (thrown) {
    return failure(thrown, requestIdOf(request.headers.get("x-request-id")));
  }
}

export { handler as GET, handler as POST };
