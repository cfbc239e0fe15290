/**
 * The server of a bank that passes the certification: it gives, is told what became of its gifts, and says what it believes.
 *   API_KEY=svc_test_… WEBHOOK_SECRET=whsec_… node packages/demo-bank/sample-bank.ts
 * Other settings: PORT, SERVICE_URL, HOOKS_PATH, PROBE_PATH, and two secrets, separated by a space, while one is replaced.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import {
  type BankClient,
  createBankClient,
  isServiceError,
  submitDonation,
} from "#client/index.ts";
import { type Gift, Ledger, type Order } from "./ledger.ts";
import { receive } from "./webhooks.ts";

export type Settings = {
  serviceUrl: string;
  apiKey: string;
  /** The webhook endpoint's: two while one is replaced. */
  secrets: string[];
  /** Where the service sends webhooks, and the certification its questions. */
  hooksPath: string;
  probePath: string;
};

/** What the certification asks. */
type Question =
  | { type: "certification.give"; data: Order }
  | { type: "certification.cancel"; data: { gift_id: string } }
  | { type: "certification.use_key"; data: { api_key: string } }
  | { type: "certification.state"; data: object };

/** Customers wait for the response. */
const TIMEOUT_MS = 10_000;
const [FIRST_WAIT_MS, MAX_WAIT_MS] = [1_000, 60_000];

/** What is wrong with the request. Every other error passes, or says that the gift may have been accepted. */
const isRefusal = (error: unknown): boolean =>
  isServiceError(error) && [400, 422].includes(error.status);

const report = (error: unknown): void => void process.stderr.write(`${error}\n`);

/** What customers' devices load. It talks to the bank's own server only, and has no secret. */
const APP = 'document.querySelector("form").action = "/gifts";\n';

export class SampleBank {
  readonly ledger = new Ledger();
  protected readonly settings: Settings;
  protected client: BankClient;
  readonly #ended = new AbortController();
  /** By `gift_id`: resolved once the service has accepted or refused it. */
  readonly #submitted = new Map<string, Promise<void>>();

  constructor(settings: Settings) {
    this.settings = settings;
    this.client = this.connect(settings.apiKey);
  }

  protected connect(apiKey: string): BankClient {
    const { serviceUrl: baseUrl } = this.settings;
    return createBankClient({ baseUrl, apiKey, timeoutMs: TIMEOUT_MS });
  }

  /** Gives for a customer, once per `gift_id`. */
  give(order: Order): void {
    if (this.ledger.gifts.has(order.gift_id)) return;
    const gift = this.ledger.order(order);
    this.#submitted.set(gift.gift_id, this.submit(gift).catch(report));
  }

  /** Submits a gift until it's accepted or refused: under one reference, so that there is one donation. */
  protected async submit(gift: Gift): Promise<void> {
    const { signal } = this.#ended;
    for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
      try {
        return this.ledger.accept(gift, await this.send(gift, signal));
      } catch (error) {
        if (isRefusal(error)) return this.ledger.refuse(gift);
      }
      await wait(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** @returns the donation's ID @throws what the client throws after its own attempts */
  protected async send(gift: Gift, signal: AbortSignal): Promise<string> {
    const { reference, cents, school_id, fund_designation, service_user_id } = gift;
    const request = {
      ...{ bank_transaction_ref: reference, dollar_amount: cents / 100 },
      ...{ points_redeemed: gift.points_redeemed, school_id, fund_designation, service_user_id },
    };
    const headers = { "Idempotency-Key": reference };
    return (await submitDonation(this.client, request, { headers, signal })).donation_id;
  }

  /** Asks for a gift's cancellation, of which an event tells. */
  async cancel(giftId: string): Promise<void> {
    await this.#submitted.get(giftId);
    const { reference, donation_id } = this.ledger.gifts.get(giftId) ?? {};
    if (!donation_id) return;
    await this.client.POST("/v1/donations/{donation_id}/corrections", {
      params: { path: { donation_id } },
      body: {
        kind: "cancel",
        correction_ref: `cancel-${reference}`,
        reason: "The customer changed their mind",
      },
    });
  }

  #answer({ type, data }: Question): Response {
    if (type === "certification.state") return Response.json(this.ledger.state());
    if (type === "certification.give") this.give(data);
    else if (type === "certification.use_key") this.client = this.connect(data.api_key);
    else if (type !== "certification.cancel") return new Response(null, { status: 400 });
    else this.cancel(data.gift_id).catch(report);
    return Response.json({});
  }

  #receiveWebhook(request: Request): Promise<Response> {
    const store = async (sent: { webhookId: string; verified: boolean; body: string }) =>
      sent.verified && this.ledger.take(sent.webhookId, JSON.parse(sent.body));
    const receiver = { secrets: this.settings.secrets, store };
    return receive(request, receiver, async () => new Response(null, { status: 204 }));
  }

  /** Questions are signed like webhooks, and answered again if they're repeated. */
  #receiveQuestion(request: Request): Promise<Response> {
    const receiver = { secrets: this.settings.secrets, store: async () => true };
    return receive(request, receiver, async (event) => this.#answer(event as unknown as Question));
  }

  protected app(): string {
    return APP;
  }

  /** Answers a request to the bank's server. */
  async answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (request.method === "POST") {
      if (pathname === this.settings.hooksPath) return this.#receiveWebhook(request);
      if (pathname === this.settings.probePath) return this.#receiveQuestion(request);
    }
    if (request.method !== "GET" || pathname !== "/app.js") {
      return new Response(null, { status: 404 });
    }
    return new Response(this.app(), { headers: { "Content-Type": "text/javascript" } });
  }

  /** Submits nothing any more. */
  close(): void {
    this.#ended.abort();
  }
}

/** The body isn't parsed: signatures are over its bytes. */
function requestIn(incoming: IncomingMessage): Request {
  const { method = "GET", url = "/" } = incoming;
  const headers = new Headers(Object.entries(incoming.headers) as [string, string][]);
  const body = method === "POST" ? (Readable.toWeb(incoming) as ReadableStream) : null;
  const init: RequestInit & { duplex: "half" } = { method, headers, body, duplex: "half" };
  return new Request(new URL(url, "http://bank.invalid"), init);
}

async function respond(bank: SampleBank, incoming: IncomingMessage, outgoing: ServerResponse) {
  const response = await bank.answer(requestIn(incoming));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

/** The bank's server, not listening yet. */
export const serverOf = (bank: SampleBank): Server =>
  createServer((incoming, outgoing) => {
    respond(bank, incoming, outgoing).catch((error) => {
      report(error);
      outgoing.destroy();
    });
  });

if (import.meta.main) {
  const { env } = process;
  const bank = new SampleBank({
    serviceUrl: env.SERVICE_URL ?? "http://localhost:3000/certify",
    apiKey: env.API_KEY ?? "",
    secrets: (env.WEBHOOK_SECRET ?? "").split(" "),
    hooksPath: env.HOOKS_PATH ?? "/hooks",
    probePath: env.PROBE_PATH ?? "/certification",
  });
  serverOf(bank).listen(Number(env.PORT ?? 4100), "127.0.0.1");
}
