/** next-auth's own endpoints, for clients built for next-auth. Our pages use none of them. */

import { NextRequest } from "next/server";
import NextAuth, { type NextAuthOptions } from "next-auth";
import { cardholderScopeOf } from "#lib/auth/sessions.ts";
import { env } from "#lib/env.ts";
import { ServiceError } from "#lib/errors.ts";
import { requestIdFor } from "#lib/http/request-context.ts";
import { failure } from "#lib/http/responses.ts";
import { authOptions, INVALID_TOKEN } from "../options.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

/** The allowed actions and their methods. `_log` in particular would let anybody write into our log. */
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

/** The fields of a JSON body. @throws ServiceError if it is not a flat object */
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

/** next-auth copies its input into headers, and takes a callback URL from here and from its cookie. */
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

/** The request with its body as a form, which next-auth parses reliably. The front door limits its size. */
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

/** Keeps redirects on the host in use, which may differ from the configured one. */
function keepHost(response: Response): Response {
  const { publicBaseUrl } = env();
  const location = response.headers.get("location");
  if (location?.startsWith(publicBaseUrl)) {
    response.headers.set("Location", location.slice(publicBaseUrl.length) || "/");
  }
  return response;
}

/** The session endpoint reveals only that a session is open, nothing about the cardholder. */
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
    return failure(thrown, requestIdFor(request));
  }
}

export { handler as GET, handler as POST };
