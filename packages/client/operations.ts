/** The types of requests and answers, by method and path, from the OpenAPI document. */
import type { components, paths, webhooks } from "./openapi.ts";

export type Account = components["schemas"]["Account"];
export type Donation = components["schemas"]["Donation"];
export type School = components["schemas"]["School"];
export type LinkRequest = AllowUndefined<components["schemas"]["LinkRequest"]>;
export type DonationRequest = AllowUndefined<components["schemas"]["DonationRequest"]>;

export type Json<Body> = { content: { "application/json": Body } };

/** A webhook's body, discriminated by `type`. */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type] extends { post: { requestBody: Json<infer Body> } }
    ? Body
    : never;
}[keyof webhooks];

/** Omitted and undefined are the same in JSON, but not to `exactOptionalPropertyTypes`. */
export type AllowUndefined<T> = {
  [Name in keyof T]: object extends Pick<T, Name> ? T[Name] | undefined : T[Name];
};

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** The paths that have a method. */
export type PathsOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<Lowercase<M>, object> ? P : never;
}[keyof paths];

export type Operation<P extends keyof paths, M extends Method> =
  paths[P] extends Record<Lowercase<M>, infer Found> ? Found : never;

export type ParamsOf<Found> = Found extends { parameters: infer Params }
  ? {
      [In in keyof Params as In & ("path" | "query")]: AllowUndefined<NonNullable<Params[In]>>;
    }
  : never;

export type BodyOf<Found> = Found extends { requestBody?: never }
  ? { body?: never }
  : Found extends { requestBody: Json<infer Body> }
    ? { body: AllowUndefined<Body> }
    : Found extends { requestBody?: Json<infer Body> }
      ? { body?: AllowUndefined<Body> | undefined }
      : never;

/** How one call is sent. */
export type CallOptions = {
  /** Ends the call, while it waits for a response and between attempts. */
  signal?: AbortSignal | undefined;
  /** The maximum number of attempts; 5 by default. */
  attempts?: number | undefined;
  /** The time limit of each attempt; 30 seconds by default. */
  timeoutMs?: number | undefined;
  /** Headers to add. */
  headers?: Record<string, string> | undefined;
};

/** The parameters and the body of an operation, and how it's sent. */
export type RequestOptions<P extends keyof paths, M extends Method> = CallOptions &
  BodyOf<Operation<P, M>> &
  (object extends ParamsOf<Operation<P, M>>
    ? { params?: ParamsOf<Operation<P, M>> }
    : { params: ParamsOf<Operation<P, M>> });

/** Optional if nothing in it is required. */
export type Rest<Options> = object extends Options ? [options?: Options] : [options: Options];

export type BodyIn<Found> = Found extends { responses: infer Responses }
  ? { [S in keyof Responses]: Responses[S] extends Json<infer B> ? B : never }[keyof Responses]
  : never;

/** A successful response. */
export type Answer<P extends keyof paths, M extends Method> = Omit<
  BodyIn<Operation<P, M>>,
  "success"
> & { status: number; headers: Headers };

export type Send<M extends Method> = <P extends PathsOf<M>>(
  path: P,
  ...options: Rest<RequestOptions<P, M>>
) => Promise<Answer<P, M>>;

/** A page of a list. */
export type Page<Item> = { data: Item[]; meta: { next_cursor: string | null } };

/** The lists. */
export type ListPath = {
  [P in PathsOf<"GET">]: Answer<P, "GET"> extends Page<unknown> ? P : never;
}[PathsOf<"GET">];

export type ItemOf<P extends ListPath> = Answer<P, "GET"> extends Page<infer Item> ? Item : never;
