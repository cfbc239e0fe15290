/** The browser, without scripts, of a customer who approves a bank's link request. */
import type { Application } from "./application.ts";

/** A minimal browser for the consent flow: cookies by path, forms, and redirects. */
export class Visitor {
  private readonly app: Application;
  private cookies: { name: string; value: string; path: string }[] = [];

  constructor(app: Application) {
    this.app = app;
  }

  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const sent = this.cookies.filter((cookie) => path.startsWith(cookie.path));
    const Cookie = sent.map(({ name, value }) => `${name}=${value}`).join("; ");
    const headers = { Cookie, Origin: this.app.base, Accept: "text/html", ...init.headers };
    const url = this.app.base + path;
    const response = await fetch(url, { redirect: "manual", ...init, headers });
    for (const line of response.headers.getSetCookie()) this.storeCookie(line);
    return response;
  }

  private storeCookie(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const [name = "", value = ""] = pair.split("=");
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? "/";
    this.cookies = this.cookies.filter((one) => one.name !== name || one.path !== path);
    if (value) this.cookies.push({ name, value, path });
  }

  /** Opens a page, following redirects within this site. @returns the final path and its page */
  async open(path: string): Promise<{ path: string; html: string; location: string | null }> {
    const response = await this.send(path);
    const location = response.headers.get("location");
    const next = location ? URL.parse(location, this.app.base) : null;
    if (next && next.host === new URL(this.app.base).host) {
      return this.open(next.pathname + next.search);
    }
    return { path, html: await response.text(), location };
  }

  /** Submits a form. @returns the redirect's target */
  async submit(path: string, fields: Record<string, string>): Promise<string> {
    const response = await this.send(path, { method: "POST", body: new URLSearchParams(fields) });
    const location = response.headers.get("location");
    if (!location) throw new Error(`${path}: ${response.status}`);
    return location;
  }

  /** Signs in. @returns the page at this path */
  async signIn(path: string, { email, password }: { email: string; password: string }) {
    await this.submit("/signin/submit", { email, password, next: path });
    return this.open(path);
  }

  /** Signs in and approves. @returns the path of the page that returns to the bank */
  async decide(url: string, person: { email: string; password: string }): Promise<string> {
    const page = await this.signIn(new URL(url).pathname, person);
    const [, approver = ""] = /name="approver" value="([^"]+)"/.exec(page.html) ?? [];
    const decided = { approver, decision: "approve", confirm: "yes" };
    return this.submit(`${page.path}/submit`, decided);
  }

  /** Opens the page that returns to the bank. @returns the redirect to the bank */
  async goBack(path: string): Promise<URL> {
    const back = await this.open(path);
    const [, onward = ""] = /http-equiv="refresh" content="0;url=([^"]+)"/i.exec(back.html) ?? [];
    const { location } = await this.open(onward);
    return new URL(location ?? "");
  }

  /** Signs in, approves, and returns. @returns the redirect to the bank */
  async approve(url: string, person: { email: string; password: string }): Promise<URL> {
    return this.goBack(await this.decide(url, person));
  }
}
