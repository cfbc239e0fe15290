/** The types of requests and answers, by method and path, from the OpenAPI document. */
import type { components, paths, webhooks } from "./openapi.ts";

export type Account = components["schemas"]["Account"];
export type Donation = components["schemas"]["Donation"];
export type LinkRequest = AllowUndefined<components["schemas"]["LinkRequest"]>;
export type DonationRequest = AllowUndefined<components["schemas"]["DonationRequest"]>;
export type School = components["schemas"]["School"];

export type Json<Body> = { content: { "application/json": Body } };

/** A webhook's body, discriminated by `type`. */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type] extends { post: { requestBody: Json<infer Body> } }
    ? Body
    : never;
}[keyof webhooks];

/** Omitted and undefined are the same in JSON, but not to `exactOptionalPropertyTypes`. */
export type AllowUndefined<Fields> = {
  [Name in keyof Fields]: object extends Pick<Fields, Name>
    ? Fields[Name] | undefined
    : Fields[Name];
};

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** The paths that have a method. */
export type PathsOf<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<Lowercase<M>, object> ? Path : never;
}[keyof paths];

export type Operation<Path extends keyof paths, M extends Method> =
  paths[Path] extends Record<Lowercase<M>, infer Found> ? Found : never;

export type ParamsOf<Found> = Found extends { parameters: infer Params }
  ? {
      [Place in keyof Params as Exclude<Place, "cookie" | "header">]: AllowUndefined<
        NonNullable<Params[Place]>
      >;
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
export type RequestOptions<Path extends keyof paths, M extends Method> = CallOptions &
  BodyOf<Operation<Path, M>> &
  (object extends ParamsOf<Operation<Path, M>>
    ? { params?: ParamsOf<Operation<Path, M>> }
    : { params: ParamsOf<Operation<Path, M>> });

/** Optional if nothing in it is required. */
export type Rest<Options> = object extends Options ? [options?: Options] : [options: Options];

export type BodyIn<Found> = Found extends { responses: infer Responses }
  ? Responses[keyof Responses] extends infer Response
    ? Response extends Json<infer Body>
      ? Body
      : never
    : never
  : never;

/** A successful response. */
export type Answer<Path extends keyof paths, M extends Method> = Omit<
  BodyIn<Operation<Path, M>>,
  "success"
> & { status: number; headers: Headers };

/** The lists. */
export type ListPath = {
  [Path in PathsOf<"GET">]: Answer<Path, "GET"> extends Page<unknown> ? Path : never;
}[PathsOf<"GET">];

/** A page of a list. */
export type Page<Item> = { data: Item[]; meta: { next_cursor: string | null } };

export type ItemOf<Path extends ListPath> =
  Answer<Path, "GET"> extends Page<infer Item> ? Item : never;
