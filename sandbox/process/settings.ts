import { resolve } from "node:path";

/** Environment variables of `npm start`, `npm run dev` and `npm run seed`. */
export interface Settings {
  port: number;
  sandboxPort: number;
  dataDir: string;
  seed: "demo" | "none";
  renderer: Renderer;
  rateLimitScale: number;
  adminSecondFactor: "optional" | "required";
  fakesDelayMs: number;
}

export const renderers = ["preact", "react"] as const;
export type Renderer = (typeof renderers)[number];

export const root = resolve(import.meta.dirname, "../..");

/** An error for the user of the terminal; `runCommand` prints only its message, without a stack. */
export class Refusal extends Error {}

/** Throws a Refusal that names the first invalid setting and its valid values. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = readPort(env, "PORT", 8787);
  const sandboxPort = readPort(env, "SANDBOX_PORT", 8788);
  if (port === sandboxPort) {
    throw new Refusal(`PORT and SANDBOX_PORT are both ${port}: set one of them to another port.`);
  }
  return {
    port,
    sandboxPort,
    dataDir: resolve(root, env["DATA_DIR"] || ".local"),
    seed: readChoice(env, "SEED", ["demo", "none"]),
    renderer: readRenderer(env),
    rateLimitScale: readScale(env),
    adminSecondFactor: readChoice(env, "ADMIN_SECOND_FACTOR", ["optional", "required"]),
    fakesDelayMs: readDelay(env),
  };
}

/** Default: preact. */
export function readRenderer(env: NodeJS.ProcessEnv): Renderer {
  return readChoice(env, "RENDERER", renderers);
}

function readPort(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name] || String(fallback);
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65535) {
    throw new Refusal(
      `${name}="${text}" is not a port: set it to a whole number from 1 to 65535 (default ${fallback}).`,
    );
  }
  return port;
}

function readChoice<const T extends string>(env: NodeJS.ProcessEnv, name: string, choices: readonly [T, ...T[]]): T {
  const text = env[name] || choices[0];
  const choice = choices.find((one) => one === text);
  if (!choice) {
    throw new Refusal(`${name}="${text}" is not known: set it to ${choices.join(" or ")} (default ${choices[0]}).`);
  }
  return choice;
}

function readDelay(env: NodeJS.ProcessEnv): number {
  const text = env["PARTNER_DELAY_MS"] || "0";
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new Refusal(`PARTNER_DELAY_MS="${text}" is no delay: set it to milliseconds, 0 to 99999 (default 0).`);
}

function readScale(env: NodeJS.ProcessEnv): number {
  const text = env["RATE_LIMIT_SCALE"] || "1";
  const scale = Number(text);
  if (!Number.isFinite(scale) || scale <= 0) {
    throw new Refusal(`RATE_LIMIT_SCALE="${text}" is not a factor: set it to a number above 0 (default 1).`);
  }
  return scale;
}
