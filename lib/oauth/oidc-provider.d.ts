/** Types for what we use of oidc-provider, which ships none. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export type Context = {
    path: string;
    status: number;
    body: unknown;
    state: Record<string, unknown>;
    request: object;
    res: ServerResponse;
    set(name: string, value: string): void;
    remove(name: string): void;
    cookies: { get(name: string): string | undefined };
    oidc: {
      result?: { consent?: { grantId: string } };
      entities: { AuthorizationCode?: object };
    };
  };

  interface Stored {
    jti: string;
    exp: number;
    save(seconds?: number): Promise<string>;
  }

  export interface Interaction extends Stored {
    params: Record<string, string | undefined>;
    returnTo: string;
    result?: object;
  }

  export interface Grant extends Stored {
    accountId: string;
    clientId: string;
    addOIDCScope(scope: string): void;
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    static readonly ctx: Context | undefined;
    callback(): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;
    use(middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>): this;
    on(event: string, listener: (ctx: Context, error: Error) => void): this;
    on(event: "error", listener: (error: Error) => void): this;
    readonly Interaction: { find(id: string): Promise<Interaction | undefined> };
    readonly Grant: {
      new (init: { accountId: string; clientId: string }): Grant;
      find(id: string): Promise<Grant | undefined>;
    };
    readonly PushedAuthorizationRequest: {
      new (init: { request: string; trusted: boolean }): Stored;
    };
    readonly AuthorizationCode: { prototype: { generateTokenId(): string } };
    readonly AccessToken: { prototype: { generateTokenId(): string } };
    readonly Client: {
      prototype: { compareClientSecret(secret: string): Promise<boolean> };
      Schema: { prototype: { redirectUris(uris?: string[], label?: string): void } };
    };
  }

  export const errors: Record<
    "InvalidGrant" | "UnauthorizedClient" | "InvalidRequest",
    new (
      description?: string,
    ) => Error & { allow_redirect: boolean }
  >;

  export const interactionPolicy: {
    Prompt: new (init: { name: string; requestable?: boolean }, ...checks: object[]) => object;
    Check: {
      new (reason: string, description: string, check: (ctx: Context) => boolean): object;
      readonly REQUEST_PROMPT: boolean;
      readonly NO_NEED_TO_PROMPT: boolean;
    };
  };
}
