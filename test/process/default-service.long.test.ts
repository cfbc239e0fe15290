import { afterAll, beforeAll, describe } from "vitest";
import { Application } from "./application.ts";
import { oversizeBodyTests } from "./oversize-body.ts";
import { unusualHeaderTests } from "./unusual-headers.ts";

const app = new Application();
beforeAll(() => app.start());
afterAll(() => app.remove());

describe("bodies that are too large", () => oversizeBodyTests(app, true));
describe("unusual headers", () => unusualHeaderTests(app, true));
