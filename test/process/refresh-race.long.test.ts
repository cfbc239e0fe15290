import { afterAll, beforeAll } from "vitest";
import { Application } from "./application.ts";
import { refreshRaceTests } from "./refresh-race.ts";

const first = new Application();
let second: Application;

beforeAll(async () => {
  await first.start();
  second = new Application(first.sharedSettings());
  await second.start();
});

afterAll(async () => {
  await second.remove();
  await first.remove();
});

refreshRaceTests(() => [first, second], 200);
