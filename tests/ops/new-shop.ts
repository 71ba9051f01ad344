// A shop with new accounts, and the terminal that answers `npm run setup`.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request as plainRequest } from "node:http";
import { createServer, type Server } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { parseEnv } from "node:util";
import { expect } from "vitest";
import { requiredZoneSettings } from "../../sandbox/fakes/cloudflare/state.ts";
import type { EnvironmentName } from "../../ops/target.ts";
import { liveKey, secretKey } from "../../sandbox/fakes/stripe/wire/keys.ts";
import { freePort } from "../../sandbox/process/ports.ts";
import { root } from "../../sandbox/process/settings.ts";
import { type Sandbox, startSandbox } from "../../sandbox/sandbox.ts";
import { openDatabase } from "../support/database.ts";
import { sandboxAt } from "../support/sandbox.ts";
import { FakeEdge } from "./fake-edge.ts";

/** A self-signed certificate of localhost with its key, because a deployment has HTTPS. */
const certificate = join(import.meta.dirname, "localhost.pem");
const defaultCertificates = getCACertificates("default");

const buildSkipRule = (path: string, action_parameters: object) => ({
  action: "skip",
  expression: `starts_with(http.request.uri.path, "${path}")`,
  enabled: true,
  action_parameters,
});
const phases = ["http_request_firewall_managed", "http_ratelimit"];
const zoneSettings = {
  settings: {
    zone_settings: requiredZoneSettings,
  },
  bots: { bots: { fight_mode: false } },
  "rule of webhooks": { rules: [buildSkipRule("/v1/callbacks/", { phases, products: ["bic"] })] },
  rules: { rules: [buildSkipRule("/v1/callbacks/", { phases }), buildSkipRule("/v1/", { products: ["bic"] })] },
};

type PromptAnswer = string | (() => Promise<unknown>);
/** The answers to each prompt, in order; a function runs before Enter is pressed. */
export type PromptAnswers = Record<string, PromptAnswer[]>;
type SetupOptions = { stopAt?: string; more?: string[] };

/** The prompt at which the command waits: a line without a line end. */
const findPrompt = (text: string): string | undefined =>
  /(?:^|\n)([^\n]*(?::|it is done|to try again|\([yY]\/[nN]\))) $/.exec(text)?.[1];

/** A new shop's edge, empty database and fakes of new accounts, with a copy of wrangler.toml. */
export class NewShop {
  readonly env: EnvironmentName;
  readonly url: string;
  readonly folder: string;
  readonly edge: FakeEdge;
  readonly sandbox: Sandbox;
  readonly fakes: ReturnType<typeof sandboxAt>;
  readonly certificate = certificate;
  readonly #tls: Server;

  private constructor(parts: Pick<NewShop, "env" | "url" | "folder" | "edge" | "sandbox"> & { tls: Server }) {
    this.env = parts.env;
    this.url = parts.url;
    this.folder = parts.folder;
    this.edge = parts.edge;
    this.sandbox = parts.sandbox;
    this.fakes = sandboxAt(parts.sandbox.url);
    this.#tls = parts.tls;
  }

  static async open(env: EnvironmentName): Promise<NewShop> {
    const [port, tlsPort] = [await freePort(), await freePort()];
    const url = `https://localhost:${tlsPort}`;
    const folder = mkdtempSync(join(tmpdir(), "crunchbox-setup-"));
    const edge = await FakeEdge.start(port, ["localhost"]);
    const tls = await startTls(tlsPort, port);
    setDefaultCACertificates([...defaultCertificates, readFileSync(certificate, "utf8")]);
    const sandbox = await startSandbox({ dataDir: folder, port: 0, publicUrl: url, durable: false });
    const shop = new NewShop({ env, url, folder, edge, sandbox, tls });
    await shop.#emptyAccounts();
    await shop.#emptyProject();
    shop.#pointToFakes();
    edge.configure(
      readFileSync(join(root, "wrangler.toml"), "utf8")
        .replace(/^main = "/m, `main = "${root}/`)
        .replace(/^directory = "/m, `directory = "${root}/`),
    );
    return shop;
  }

  async close(): Promise<void> {
    setDefaultCACertificates(defaultCertificates);
    await new Promise((resolve) => this.#tls.close(resolve));
    await this.edge.stop();
    await this.sandbox.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Values that a user copies from the providers' sites. */
  keys(): Record<string, string> {
    return { ...this.sandbox.operatorVars(), STRIPE_SECRET_KEY: this.env === "production" ? liveKey : secretKey };
  }

  get settingsFile(): string {
    return join(this.folder, `.env.${this.env}`);
  }
  secrets(): Record<string, string | undefined> {
    return parseEnv(readFileSync(this.settingsFile, "utf8"));
  }

  async control(path: string, body: unknown): Promise<void> {
    const answer = await this.fakes.post(path, body);
    expect(answer.ok, `${path}: ${await answer.text()}`).toBe(true);
  }

  /** Makes one of the manual settings of the zone in ops/README.md. */
  async setZone(part: keyof typeof zoneSettings): Promise<void> {
    await this.control("/cloudflare/account", zoneSettings[part]);
  }

  async setUp(sitting: PromptAnswers, options: SetupOptions = {}): Promise<{ code: number | null; output: string }> {
    const files = ["--settings", this.settingsFile, "--config", this.edge.config];
    const args = ["ops/setup/setup.ts", "--env", this.env, "--built", ...files, ...(options.more ?? [])];
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...this.edge.env, NODE_EXTRA_CA_CERTS: certificate },
    });
    let output = "";
    let answeredLength = 0;
    const answer = async (prompt: string) => {
      if (prompt === options.stopAt) return void child.kill("SIGINT");
      const nextAnswer = sitting[prompt]?.shift();
      if (nextAnswer === undefined) {
        child.kill();
        throw new Error(`Nobody knows what to answer: ${prompt}\n${output}`);
      }
      if (typeof nextAnswer === "function") await nextAnswer();
      child.stdin.write(typeof nextAnswer === "string" ? `${nextAnswer}\n` : "\n");
    };
    return new Promise((resolve, reject) => {
      const readOutput = (text: Buffer) => {
        output += text.toString();
        const prompt = findPrompt(output.slice(answeredLength));
        if (!prompt) return;
        answeredLength = output.length;
        answer(prompt).catch(reject);
      };
      child.stdout.on("data", readOutput);
      child.stderr.on("data", (text: Buffer) => void (output += text.toString()));
      child.once("close", (code) => resolve({ code, output }));
    });
  }

  async #emptyAccounts(): Promise<void> {
    await this.control("/stripe/settings", {
      mode: this.env === "production" ? "live" : "test",
      tax: "inactive",
      registrations: "none",
      portal: "unsaved",
      bank_accounts: "off",
      default_currency: "eur",
      balance: "refused",
    });
    await this.control("/mail/domain", { status: "not_started", name: "elsewhere.test" });
    await this.control("/mail/webhook", { events: [] });
    await this.control("/mail/account", { requests_per_second: 1000 });
    await this.control("/cloudflare/account", {
      queues: [],
      buckets: [],
      locks: [],
      plan: "free",
      zone_settings: {},
      bots: { fight_mode: true },
      rules: [],
      zones: [],
      lacks: ["Queues: Edit", "Workers R2 Storage: Edit", "Workers Routes: Edit"],
    });
    await this.control("/fulex/account", { is_validated: false });
  }

  /** A new project at Neon has one role, which may create others (https://neon.com/docs/manage/roles). */
  async #emptyProject(): Promise<void> {
    const { superuser_password } = JSON.parse(readFileSync(join(this.folder, "secrets.json"), "utf8"));
    const server = new URL(this.sandbox.databaseUrl);
    [server.username, server.password] = ["postgres", superuser_password];
    const asSuperuser = openDatabase(server.href);
    await asSuperuser("drop owned by crunchbox_worker");
    await asSuperuser("drop role crunchbox_worker");
    await asSuperuser("alter role crunchbox createrole");
    await asSuperuser("create role guest login password 'guest'");
  }

  /** Saves the addresses of the fakes; a real shop has none of these settings. */
  #pointToFakes(): void {
    const keys = this.keys();
    const hosts = [
      "NEON_FETCH_ENDPOINT",
      "EMAIL_API_URL",
      "SMS_API_URL",
      "STRIPE_API_URL",
      "BUILDS_API_URL",
      "BUILDS_FILES_ORIGIN",
      "CAPTCHA_VERIFY_URL",
      "CAPTCHA_SCRIPT_URL",
      "CLOUDFLARE_API_BASE_URL",
    ].map((name) => [name, keys[name]]);
    const lines = [...hosts, ["EMAIL_REQUESTS_PER_SECOND", "1000"], ["RATE_LIMIT_SCALE", "1000"]];
    writeFileSync(this.settingsFile, lines.map(([name, value]) => `${name}=${JSON.stringify(value)}\n`).join(""));
  }
}

async function startTls(port: number, edgePort: number): Promise<Server> {
  const pem = readFileSync(certificate);
  const server = createServer({ cert: pem, key: pem }, (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const inner = plainRequest({ host: "localhost", port: edgePort, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    inner.on("error", () => outgoing.destroy());
    incoming.pipe(inner);
  });
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
  return server;
}
