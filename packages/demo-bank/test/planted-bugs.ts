/** Twelve bugs that integrations have, each planted alone in the sample bank, and the step that finds it. */
import { randomUUID } from "node:crypto";
import { createBankClient, isServiceError, type WebhookEvent } from "#client/index.ts";
import type { components } from "#client/openapi.ts";
import { type Gift, Ledger } from "../ledger.ts";
import { SampleBank } from "../sample-bank.ts";

type Step = NonNullable<components["schemas"]["CertificationRequest"]["steps"]>[number];

/** Changes a request before the bank's receiver sees it, or answers it with a status. */
type Before = (request: Request) => Promise<Request | number>;

/** A bank whose receiver does something first. */
const receiving = (before: Before) =>
  class extends SampleBank {
    override async answer(request: Request): Promise<Response> {
      if (new URL(request.url).pathname !== this.settings.hooksPath) return super.answer(request);
      const changed = await before(request);
      return typeof changed === "number"
        ? new Response(null, { status: changed })
        : super.answer(changed);
    }
  };

const withLedger = (Kept: typeof Ledger) =>
  class extends SampleBank {
    override readonly ledger = new Kept();
  };

const AcceptedAsCompleted = withLedger(
  class extends Ledger {
    override accept(gift: Gift, donationId: string) {
      super.accept(gift, donationId);
      gift.status = "completed";
    }
  },
);

class NewReference extends SampleBank {
  protected override async send(gift: Gift, signal: AbortSignal): Promise<string> {
    gift.reference = `gift-${randomUUID()}`;
    return super.send(gift, signal);
  }

  /** Each attempt is a new call. */
  protected override connect(apiKey: string) {
    return createBankClient({ baseUrl: this.settings.serviceUrl, apiKey, attempts: 1 });
  }
}

class ConflictAsFailure extends SampleBank {
  protected override async send(gift: Gift): Promise<string> {
    const { reference, cents, points_redeemed, school_id, fund_designation, service_user_id } =
      gift;
    const about = { points_redeemed, school_id, fund_designation, service_user_id };
    const body = { bank_transaction_ref: reference, dollar_amount: cents / 100, ...about };
    const sent = this.client.POST("/v1/donations/request", { body });
    const { data } = await sent.catch((error) => {
      if (isServiceError(error) && error.status === 409) this.ledger.refuse(gift);
      throw error;
    });
    return data.donation_id;
  }
}

class NoTimeout extends SampleBank {
  protected override connect(apiKey: string) {
    const { serviceUrl: baseUrl } = this.settings;
    return createBankClient({ baseUrl, apiKey, timeoutMs: 600_000 });
  }
}

/** Moves points each time, whatever the cause. */
class MovesAgain extends Ledger {
  protected override move(gift: Gift, cause: string, points: number) {
    super.move(gift, `${cause} ${randomUUID()}`, points);
  }
}

class CreditsDuplicates extends MovesAgain {
  override take(_: string, event: WebhookEvent) {
    return super.take(randomUUID(), event);
  }
}

const OrderAssumed = withLedger(
  class extends Ledger {
    override take(id: string, event: WebhookEvent) {
      for (const gift of this.gifts.values()) gift.sequence = 0;
      return super.take(id, event);
    }
  },
);

const SignatureAfterParsing = receiving(async (request) => {
  const body = JSON.stringify(await request.json());
  return new Request(request.url, { method: "POST", headers: request.headers, body });
});

const NarrowTolerance = receiving(async (request) => {
  const offBy = Math.abs(Date.now() / 1_000 - Number(request.headers.get("webhook-timestamp")));
  return offBy > 30 ? 400 : request;
});

const KNOWN = ["completed", "failed", "canceled", "reversed"].map((end) => `donation.${end}`);
const ALSO_KNOWN = ["correction.updated", "statement.closed"];

const UnknownTypeFails = receiving(async (request) => {
  const { type } = await request.clone().json();
  return [...KNOWN, ...ALSO_KNOWN].includes(type) ? request : 500;
});

const FloatCents = withLedger(
  class extends Ledger {
    protected override centsOf(dollars: number) {
      return Math.floor(dollars * 100);
    }
  },
);

class SecretInClient extends SampleBank {
  protected override app(): string {
    return `const key = ${JSON.stringify(this.settings.apiKey)};\n${super.app()}`;
  }
}

/** Name → the bank that has it, and the step that it fails. */
export const PLANTED_BUGS: Record<string, [bank: typeof SampleBank, step: Step]> = {
  accepted_as_completed: [AcceptedAsCompleted, "accepted_is_not_completed"],
  new_reference: [NewReference, "lost_answer"],
  conflict_as_failure: [ConflictAsFailure, "conflict"],
  no_timeout: [NoTimeout, "slow_answer"],
  duplicates_credited: [withLedger(CreditsDuplicates), "duplicates"],
  order_assumed: [OrderAssumed, "order"],
  points_per_event: [withLedger(MovesAgain), "per_correction"],
  signature_after_parsing: [SignatureAfterParsing, "raw_body"],
  narrow_tolerance: [NarrowTolerance, "clock"],
  unknown_type_fails: [UnknownTypeFails, "unknown_type"],
  float_cents: [FloatCents, "cents"],
  secret_in_client: [SecretInClient, "no_secrets_in_apps"],
};
