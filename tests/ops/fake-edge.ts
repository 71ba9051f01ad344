import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { z } from "zod";
import { root } from "../../sandbox/process/settings.ts";
import { startWorker, type Worker } from "../../sandbox/run/worker.ts";

const versionSchema = z.object({
  id: z.string(),
  vars: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.string()),
  message: z.string(),
  is_draft: z.boolean().optional(),
});
const accountSchema = z.object({
  workers: z.record(
    z.string(),
    z.object({
      versions: z.array(versionSchema),
      deployments: z.array(z.object({ shares: z.record(z.string(), z.number()) })),
    }),
  ),
  /** Worker by host name; a host has one worker at a time. */
  hosts: z.record(z.string(), z.string()),
  /** Requests that a new host name still refuses, until its DNS record and certificate are everywhere. */
  fresh_hosts: z.record(z.string(), z.number()),
});
type Account = z.output<typeof accountSchema>;
type Version = z.output<typeof versionSchema>;

/**
 * Requests until a deployment is everywhere; at Cloudflare it takes "a couple of seconds"
 * (https://developers.cloudflare.com/workers/versions-and-deployments/version-overrides/).
 */
const requestsUntilEverywhere = 4;

/**
 * Cloudflare's edge for uploads of fake-wrangler.mjs. Each request goes to a version of the host's worker, by the
 * version's share or by the override if the deployment contains it. The version runs in workerd with its own files
 * (https://developers.cloudflare.com/workers/versions-and-deployments/).
 */
export class FakeEdge {
  /** Inside the project, because workerd reads modules nowhere else. */
  readonly folder = mkdtempSync(join(root, "test-results/edge-"));
  readonly config = join(this.folder, "wrangler.toml");
  readonly env = { WRANGLER: join(root, "tests/ops/fake-wrangler.mjs"), FAKE_CLOUDFLARE: this.folder };
  /** The workers' output. */
  readonly lines: string[] = [];
  #lost: string | undefined;
  readonly #servers: Server[] = [];
  readonly #workers = new Map<string, Promise<Worker>>();
  readonly #answered = new Map<string, number>();
  readonly #tried = new Map<string, number>();

  static async start(port: number, addresses: string[]): Promise<FakeEdge> {
    mkdirSync(join(root, "test-results"), { recursive: true });
    const edge = new FakeEdge();
    for (const address of addresses) {
      const server = createServer((incoming, outgoing) => {
        edge.#serve(incoming, outgoing).catch((error: unknown) => {
          // 1101 is Cloudflare's code for a worker that throws or does not start.
          outgoing.writeHead(500).end(`error code: 1101 ${String(error)}`);
        });
      });
      edge.#servers.push(server);
      await new Promise<void>((resolve) => server.listen(port, address, resolve));
    }
    return edge;
  }

  account(): Account {
    const file = join(this.folder, "account.json");
    return existsSync(file)
      ? accountSchema.parse(JSON.parse(readFileSync(file, "utf8")))
      : { workers: {}, hosts: {}, fresh_hosts: {} };
  }

  /** Calls of wrangler since the last read, without options that differ between runs. */
  commands(): string[] {
    const file = join(this.folder, "calls.ndjson");
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, "utf8").trim().split("\n");
    rmSync(file);
    return lines.map((line) =>
      z
        .array(z.string())
        .parse(JSON.parse(line))
        .filter((arg) => !/^(\/|--env=$)/.test(arg))
        .join(" "),
    );
  }

  configure(text: string): void {
    writeFileSync(this.config, text);
  }

  async empty(): Promise<void> {
    rmSync(join(this.folder, "account.json"), { force: true });
    await this.#stopWorkers();
    this.#answered.clear();
    this.#tried.clear();
    this.commands();
  }

  /** Cuts the connection of the next request for this path. */
  loseNext(path: string): void {
    this.#lost = path;
  }

  deployed(name: string): Record<string, number> {
    return this.account().workers[name]?.deployments.at(-1)?.shares ?? {};
  }

  version(name: string, id: string): Version | undefined {
    return this.account().workers[name]?.versions.find((each) => each.id === id);
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    await this.#stopWorkers();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #stopWorkers(): Promise<void> {
    const settledWorkers = await Promise.allSettled(this.#workers.values());
    this.#workers.clear();
    for (const each of settledWorkers) if (each.status === "fulfilled") await each.value.stop();
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const account = this.account();
    const host = (incoming.headers.host ?? "").replace(/:\d+$/, "");
    const name = account.hosts[host];
    const tries = this.#tried.get(host) ?? 0;
    this.#tried.set(host, tries + 1);
    if (incoming.url === this.#lost) {
      this.#lost = undefined;
      incoming.socket.destroy();
      return;
    }
    if (!name || tries < (account.fresh_hosts[host] ?? 0)) {
      incoming.socket.destroy();
      return;
    }
    const version = this.#pick(name, account, incoming.headers["cloudflare-workers-version-overrides"]);
    if (!version || version.is_draft) {
      outgoing.writeHead(500).end("error code: 1101");
      return;
    }
    const { url } = await this.#run(version);
    const { "cloudflare-workers-version-overrides": _override, ...headers } = incoming.headers;
    const { port } = new URL(url);
    await new Promise<void>((resolve, reject) => {
      const inner = request(
        // Without kept connections, of which the worker may just be closing one.
        { host: "127.0.0.1", port, path: incoming.url, method: incoming.method, headers, agent: false },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing).on("finish", resolve).on("error", reject);
        },
      );
      incoming.pipe(inner.on("error", reject));
    });
  }

  /**
   * Picks by the newest deployment once it is everywhere; earlier requests get a version of the previous deployment.
   */
  #pick(name: string, account: Account, override: string | string[] | undefined): Version | undefined {
    const { deployments = [], versions = [] } = account.workers[name] ?? {};
    const latest = `${name} ${deployments.length}`;
    const answeredCount = this.#answered.get(latest) ?? 0;
    this.#answered.set(latest, answeredCount + 1);
    const isEverywhere = answeredCount >= requestsUntilEverywhere || deployments.length === 1;
    const { shares = {} } = deployments.at(isEverywhere ? -1 : -2) ?? {};
    const [, overrideId = ""] = new RegExp(`(?:^|, *)${name}="([^"]+)"`).exec(String(override ?? "")) ?? [];
    // Steps of 61.8 spread requests evenly over the shares, in a repeatable order.
    let remainingShare = (answeredCount * 61.8) % 100;
    const chosenByShare = Object.entries(shares).find(([, share]) => (remainingShare -= share) < 0)?.[0];
    const id = Object.hasOwn(shares, overrideId) ? overrideId : chosenByShare;
    return versions.find((each) => each.id === id);
  }

  #run({ id, vars, secrets }: Version): Promise<Worker> {
    const runningWorker = this.#workers.get(id);
    if (runningWorker) return runningWorker;
    const bindings = Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, String(value)]));
    const worker = startWorker({
      vars: { ...bindings, ...secrets },
      port: 0,
      renderer: "preact",
      dist: join(this.folder, "versions", id),
      version: id,
      onLog: (line) => this.lines.push(line),
    });
    this.#workers.set(id, worker);
    return worker;
  }
}
