/** Banks of their own, each certified once by a service that runs. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { freePort } from "#test/free-port.ts";
import { type Application, eventually } from "#test/process/application.ts";
import { SampleBank, serverOf } from "../sample-bank.ts";

type Place = { port: number; serviceUrl: string; apiKey: string; secret: string };
/** Starts a bank's server. @returns what stops it */
type Start = (place: Place) => Promise<() => void>;

export const sampleOf =
  (Bank: typeof SampleBank = SampleBank): Start =>
  async ({ port, serviceUrl, apiKey, secret }) => {
    const paths = { hooksPath: "/hooks", probePath: "/certification" };
    const bank = new Bank({ serviceUrl, apiKey, secrets: [secret], ...paths });
    const server = serverOf(bank).listen(port, "127.0.0.1");
    await once(server, "listening");
    return () => {
      bank.close();
      server.closeAllConnections();
      server.close();
    };
  };

const root = path.resolve(import.meta.dirname, "../../..");

export const hasPython = (): Promise<boolean> =>
  new Promise((resolve) => execFile("python3", ["--version"], (error) => resolve(!error)));

/** The guide's bank in Python. */
export const pythonBank: Start = async ({ port, serviceUrl, apiKey, secret }) => {
  const env = { ...process.env, SERVICE_URL: serviceUrl, API_KEY: apiKey, WEBHOOK_SECRET: secret };
  const child = spawn("python3", ["docs/examples/bank-server.py", String(port)], {
    cwd: root,
    env,
  });
  const isListening = () => fetch(`http://127.0.0.1:${port}`).catch(() => undefined);
  await eventually(isListening, "the bank listens");
  return () => void child.kill();
};

export type Certified = {
  status: string;
  steps: { step: string; status: string; seen: string }[];
};

/** Stops once `use` is done. @param start starts a new bank's server */
async function withBank<T>(
  app: Application,
  start: Start,
  use: (place: Place & { endpointId: string }) => Promise<T>,
) {
  const { bank_id } = await app.admin("bank", "create", "--name", "Certified Bank");
  const { api_key: apiKey } = await app.admin("key", "issue", "--bank", bank_id);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/hooks`;
  const { body } = await app.api("POST", "/v1/webhook-endpoints", { url }, apiKey);
  const { endpoint_id: endpointId, secret } = body.data;
  const place = { port, serviceUrl: `${app.base}/certify`, apiKey, secret };
  const stop = await start(place);
  try {
    return await use({ ...place, endpointId });
  } finally {
    stop();
  }
}

/** Certifies a new bank by the client's command. */
export const runCommand = (app: Application, start: Start, ...args: string[]) =>
  withBank(app, start, ({ port, apiKey, endpointId }) => {
    const probe = `http://127.0.0.1:${port}/certification`;
    const given = ["--url", app.base, "--probe", probe, "--endpoint", endpointId, ...args];
    const options = { cwd: root, env: { ...process.env, API_KEY: apiKey } };
    return new Promise<{ code: number | null; output: string }>((resolve) => {
      const command = ["packages/client/certify.ts", "certify", ...given];
      const child = execFile(process.execPath, command, options, (_, stdout, stderr) =>
        resolve({ code: child.exitCode, output: stdout + stderr }),
      );
    });
  });

/** @returns the ended run of a new bank */
export const certify = (app: Application, start: Start, request: object = {}) =>
  withBank(app, start, async ({ port, apiKey, endpointId }): Promise<Certified> => {
    const base = `http://127.0.0.1:${port}`;
    const asked = {
      probe_url: `${base}/certification`,
      webhook_endpoint_id: endpointId,
      app_urls: [`${base}/app.js`],
      ...request,
    };
    const { body } = await app.api("POST", "/v1/certifications", asked, apiKey);
    if (!body.success) throw new Error(JSON.stringify(body));
    const { certification_id: id } = body.data;
    const ended = async () => {
      const found = await app.api("GET", `/v1/certifications/${id}`, undefined, apiKey);
      return found.body.data.status === "running" ? undefined : found.body.data;
    };
    return eventually(ended, "the run ends");
  });
