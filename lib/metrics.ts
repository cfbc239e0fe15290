/**
 * Prometheus metrics of this process. Labels have few, known values: never an id, an address, or other
 * caller input. docs/monitoring.md describes each metric.
 */
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { perProcess } from "./singleton.ts";

const CHANNELS = ["bank", "portal", "embed"] as const;

/** Buckets in seconds, from a normal push to one that needs an operator's attention. */
const SETTLING_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1_800, 7_200, 86_400];
const LATENCY_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

function makeMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter<L>({ name, help, labelNames, registers });
  const histogram = <L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    buckets: number[],
  ) => new Histogram<L>({ name, help, labelNames, buckets, registers });

  const all = {
    registry,
    donationsAccepted: counter(
      "points_donations_accepted_total",
      "Donations accepted, by bank, portal, or embed.",
      ["channel"],
    ),
    centsAccepted: counter("points_donation_cents_accepted_total", "Cents of accepted donations.", [
      "channel",
    ]),
    authorizations: counter(
      "points_authorizations_total",
      "Gifts sent to a bank for approval: approved, declined, unanswered, or busy (not sent: too many waiting).",
      ["outcome"],
    ),
    donationsSettled: counter(
      "points_donations_settled_total",
      "Donations settled: completed or failed.",
      ["outcome"],
    ),
    centsSettled: counter("points_donation_cents_settled_total", "Cents of settled donations.", [
      "outcome",
    ]),
    settlingSeconds: histogram(
      "points_donation_settling_seconds",
      "Time from acceptance to the platform's decision.",
      ["outcome"],
      SETTLING_BUCKETS,
    ),
    pushAttempts: counter(
      "points_push_attempts_total",
      "Attempts to push a credit: credited, refused, on_its_way, unavailable, or misconfigured.",
      ["adapter", "outcome"],
    ),
    pushSeconds: histogram(
      "points_push_attempt_seconds",
      "Duration of an attempt to push a credit.",
      ["adapter"],
      LATENCY_BUCKETS,
    ),
    webhookAttempts: counter(
      "points_webhook_attempts_total",
      "Attempts to deliver an event: delivered, refused (any response other than 2xx), or unreachable.",
      ["outcome"],
    ),
    webhookSeconds: histogram(
      "points_webhook_attempt_seconds",
      "Duration of an attempt to deliver an event.",
      [],
      LATENCY_BUCKETS,
    ),
    webhookDeadLetters: counter(
      "points_webhook_dead_letters_total",
      "Deliveries abandoned after the last retry.",
    ),
    emailAttempts: counter(
      "points_email_attempts_total",
      "Attempts to send an email: sent, kept (no SMTP server is configured), pending (will be retried), or failed.",
      ["outcome"],
    ),
    emailsRateLimited: counter(
      "points_emails_rate_limited_total",
      "Emails not sent because their address reached its daily limit.",
      ["limit"],
    ),
    httpSeconds: histogram(
      "points_http_request_seconds",
      "Duration of requests, by route, method, and class of the status.",
      ["route", "method", "status"],
      LATENCY_BUCKETS,
    ),
    breakersOpen: new Gauge({
      name: "points_circuit_breakers_open",
      help: "Platforms that this process has stopped calling temporarily, after repeated failures.",
      registers,
    }),
  };
  // Prometheus sees no increase when a series first appears, so these start at zero: their first event must
  // not be missed.
  for (const channel of CHANNELS) {
    all.donationsAccepted.inc({ channel }, 0);
    all.centsAccepted.inc({ channel }, 0);
  }
  for (const outcome of ["approved", "declined", "unanswered", "busy"] as const) {
    all.authorizations.inc({ outcome }, 0);
  }
  for (const outcome of ["completed", "failed"] as const) {
    all.donationsSettled.inc({ outcome }, 0);
    all.centsSettled.inc({ outcome }, 0);
    all.settlingSeconds.zero({ outcome });
  }
  for (const outcome of ["delivered", "refused", "unreachable"] as const) {
    all.webhookAttempts.inc({ outcome }, 0);
  }
  all.emailsRateLimited.inc({ limit: "unverified" }, 0);
  return all;
}

export const metrics = perProcess("metrics", makeMetrics);
