/** Certification: a bank proves its integration against faults, in the sandbox. */
import { z } from "zod";
import { contract, listContract } from "../contract.ts";
import { integer, nullableText, paging, responseTime, responseUuid, uuid } from "../fields.ts";
import { address } from "../webhooks/endpoints/contract.ts";

/** A bank's starts, by days in UTC. */
export const MAX_A_DAY = 20;
export const STEP_MS = 40_000;
export const RUN_MS = 600_000;
const MAX_APP_URLS = 5;
const MAX_SEED = 2 ** 31 - 1;

export const STEP_NAMES = [
  "plain",
  "accepted_is_not_completed",
  "late_failure",
  "lost_answer",
  "conflict",
  "slow_answer",
  "unavailable",
  "duplicates",
  "order",
  "per_correction",
  "raw_body",
  "forged",
  "clock",
  "unknown_type",
  "cents",
  "refusal",
  "cancel",
  "new_secret",
  "new_key",
  "replay",
  "statement",
  "no_secrets_in_apps",
] as const;

export type StepName = (typeof STEP_NAMES)[number];

const EXAMPLE = {
  certification_id: "01989c13-5b7e-7d10-9c42-3f8a6e2b9d72",
  status: "running" as const,
  seed: 7,
  api_base_url: "https://sandbox.example/certify",
  probe_url: "https://bank.example/certification",
  webhook_endpoint_id: "01989a66-3f10-7c4e-8d21-6b0f9a7e5c44",
  app_urls: ["https://bank.example/app.js"],
  steps: [],
  report: null,
  created_at: "2026-11-22T06:00:00.000Z",
  ended_at: null,
};

export const stepResult = z.object({
  step: z.enum(STEP_NAMES).describe("What was tried."),
  status: z
    .enum(["passed", "failed", "skipped"])
    .describe("How it ended. Skipped if there was nothing to try, or no time left."),
  expected: z.string().describe("What your side has to do."),
  seen: z.string().describe("What was seen of it."),
  guide: z.string().describe("Where the guide explains it."),
});

export type StepResult = z.infer<typeof stepResult>;

export const certification = z
  .object({
    certification_id: responseUuid.describe("The run's ID."),
    status: z
      .enum(["running", "passed", "failed"])
      .describe("`passed` if no step failed and all were tried, or all that you asked for."),
    seed: z
      .int()
      .describe("Decides the order of the steps and the amounts. Send it to repeat a run."),
    api_base_url: z.string().describe("The base URL for your client while the run lasts."),
    probe_url: z.string().describe("Where your test integration is asked."),
    webhook_endpoint_id: responseUuid.describe("The endpoint that gets the run’s deliveries."),
    app_urls: z.array(z.string()).describe("The pages and scripts that are searched for secrets."),
    steps: z.array(stepResult).describe("The steps so far, in the order in which they were tried."),
    report: nullableText.describe(
      "The signed report, a compact JWS, for whoever releases your live keys. Null while it runs.",
    ),
    created_at: responseTime.describe("When it was started."),
    ended_at: responseTime.nullable().describe("When it ended. Null while it runs."),
  })
  .meta({ id: "Certification", examples: [EXAMPLE] });

export type Certification = z.infer<typeof certification>;

export const certificationRequest = z
  .object({
    probe_url: address.describe("Where your test integration answers the probe."),
    webhook_endpoint_id: uuid.describe(
      "One of your enabled endpoints. Until the run ends, it gets the run’s deliveries only.",
    ),
    app_urls: z
      .array(address)
      .max(MAX_APP_URLS)
      .default([])
      .describe("Pages and scripts that your customers’ devices load, to be searched for secrets."),
    seed: integer.min(1).max(MAX_SEED).nullish().describe("Repeats an earlier run."),
    steps: z
      .array(z.enum(STEP_NAMES))
      .min(1)
      .max(STEP_NAMES.length)
      .nullish()
      .describe("Tries only these. Such a report certifies nothing."),
  })
  .meta({
    id: "CertificationRequest",
    examples: [
      {
        probe_url: EXAMPLE.probe_url,
        webhook_endpoint_id: EXAMPLE.webhook_endpoint_id,
        app_urls: EXAMPLE.app_urls,
      },
    ],
  });

export type CertificationRequest = z.output<typeof certificationRequest>;

const about = { tag: "Certification (extension)", data: certification } as const;

export const startCertification = contract({
  ...about,
  id: "startCertification",
  method: "POST",
  path: "/v1/certifications",
  summary: "Have your integration certified",
  description:
    "Only in the sandbox. Your client uses `api_base_url` while the run lasts, which takes up to 10 minutes. One run at a time, and " +
    `${MAX_A_DAY} a day. The guide to certification describes the probe and each step.`,
  body: certificationRequest,
  status: 202,
  errors: ["CERTIFICATION_RUNNING", "NOT_FOUND"],
});

export const listCertifications = listContract({
  ...about,
  id: "listCertifications",
  path: "/v1/certifications",
  summary: "List your certification runs, newest first",
  query: z.object(paging(50)),
  errors: ["NOT_FOUND"],
});

export const getCertification = contract({
  ...about,
  id: "getCertification",
  path: "/v1/certifications/{certification_id}",
  summary: "Retrieve a certification run",
  params: z.object({ certification_id: uuid.describe("The run's ID.") }),
  errors: ["CERTIFICATION_NOT_FOUND"],
});
