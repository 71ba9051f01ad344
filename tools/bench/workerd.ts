import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../sandbox/process/ports.ts";
import { root } from "../../sandbox/process/settings.ts";
import { readDeployment } from "../../sandbox/run/wrangler-toml.ts";
import { isPinning, onServerCore } from "./cores.ts";

// V8 counts the machine's processors instead of this process's single core, so its collector would wait for helper
// threads.
const collectorFlags = isPinning ? ["--single-threaded-gc"] : [];
/** MB, as in production (https://developers.cloudflare.com/workers/platform/limits/#memory). */
const isolateMb = 128;
const v8Flags = [...collectorFlags, `--max-heap-size=${isolateMb}`];

export interface ServedWorker {
  /** File name in the folder of the config. */
  module: string;
  vars: Record<string, string>;
}

export interface Config {
  path: string;
  /** In the order of the workers. */
  ports: number[];
}

export interface Workerd {
  pid: number;
  stop(): Promise<void>;
}

/** Writes a config with one port per worker and the deployment's compatibility date. */
export async function writeConfig(folder: string, name: string, workers: ServedWorker[]): Promise<Config> {
  const ports: number[] = [];
  for (const _ of workers) ports.push(await freePort());
  const path = join(folder, `${name}.capnp`);
  const services = workers.map((_, i) => `(name = "worker${i}", worker = .worker${i})`);
  const sockets = ports.map(
    (port, i) => `(name = "s${i}", address = "127.0.0.1:${port}", http = (), service = "worker${i}")`,
  );
  const text = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [${services.join(", ")}, (name = "internet", network = (allow = ["public", "private"]))],
  sockets = [${sockets.join(", ")}],
  v8Flags = ${JSON.stringify(v8Flags)}
);
${workers.map(describeWorker).join("\n")}
`;
  writeFileSync(path, text, { mode: 0o600 });
  return { path, ports };
}

function describeWorker({ module, vars }: ServedWorker, index: number): string {
  const { compatibilityDate, compatibilityFlags } = readDeployment();
  const bindings = Object.entries(vars).map(([name, value]) => `(name = "${name}", text = ${JSON.stringify(value)})`);
  return `const worker${index} :Workerd.Worker = (
  modules = [(name = "index.js", esModule = embed "${module}")],
  compatibilityDate = "${compatibilityDate}",
  compatibilityFlags = ${JSON.stringify(compatibilityFlags)},
  bindings = [${bindings.join(", ")}]
);`;
}

/** Starts workerd without waiting until its ports are open, and discards its standard output. */
export function startWorkerd(config: Config): Workerd {
  const [program, args] = onServerCore(join(root, "node_modules/.bin/workerd"), ["serve", config.path]);
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "inherit"] });
  if (!child.pid) throw new Error(`${program} did not start`);
  return { pid: child.pid, stop: () => kill(child) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await exited;
}
