import { join, resolve } from "node:path";
import { z } from "zod";

export const root = resolve(import.meta.dirname, "..");

export type Deployment = {
  name: string;
  vars: Record<string, string>;
  crons: string[];
  queues: string[];
  hasDeadLetters: boolean;
  buckets: string[];
  hosts: string[];
  /** Host names of the other deployments in wrangler.toml. */
  otherHosts: string[];
  /** Folder of static files. */
  assets: string;
  /** `region` of [placement], such as "aws:us-east-1"; empty without one. */
  region: string;
  /** Path of the deployment's wrangler.toml. */
  file: string;
};

const routeSchema = z.union([z.string(), z.object({ pattern: z.string() })]);

const configSchema = z.object({
  name: z.string(),
  vars: z.record(z.string(), z.unknown()),
  triggers: z.object({ crons: z.array(z.string()).optional() }),
  queues: z.object({
    consumers: z.array(z.object({ queue: z.string(), dead_letter_queue: z.string().optional() })).default([]),
  }),
  routes: z.array(routeSchema).default([]),
  r2_buckets: z.array(z.object({ bucket_name: z.string().optional() })),
  assets: z.object({ directory: z.string() }),
  placement: z.object({ region: z.string().optional() }).optional(),
});

type Config = z.output<typeof configSchema>;

const hostsOf = ({ routes }: Config): string[] =>
  routes.map((route) => (typeof route === "string" ? route : route.pattern).replace(/\/.*$/, ""));

export const wranglerToml = join(root, "wrangler.toml");

/** Production and the local environment use the top level of wrangler.toml. */
export async function readDeployment(target: string, file = wranglerToml): Promise<Deployment> {
  // Loading wrangler takes a second, and most commands do without.
  const { unstable_readConfig } = await import("wrangler");
  const read = (env?: string) => configSchema.parse(unstable_readConfig({ config: file, ...(env && { env }) }));
  const [top, staging] = [read(), read("staging")];
  const [config, otherConfig] = target === "staging" ? [staging, top] : [top, staging];
  const { consumers } = config.queues;
  return {
    name: config.name,
    // numbers and booleans become JSON bindings, which worker/env.ts accepts
    vars: Object.fromEntries(
      Object.entries(config.vars).flatMap(([key, value]) => (typeof value === "object" ? [] : [[key, String(value)]])),
    ),
    crons: config.triggers.crons ?? [],
    queues: [
      ...consumers.map(({ queue }) => queue),
      ...consumers.flatMap(({ dead_letter_queue }) => dead_letter_queue ?? []),
    ],
    hasDeadLetters: consumers.every(({ dead_letter_queue }) => dead_letter_queue !== undefined),
    hosts: hostsOf(config),
    otherHosts: hostsOf(otherConfig),
    buckets: config.r2_buckets.flatMap(({ bucket_name }) => bucket_name ?? []),
    assets: resolve(root, config.assets.directory),
    region: config.placement?.region ?? "",
    file,
  };
}
