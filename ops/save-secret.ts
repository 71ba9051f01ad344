import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Target } from "./target.ts";

/** Saves a setting in the target's file, which only the file's owner may read. */
export function saveSecret(target: Target, name: string, value: string): void {
  const { file } = target;
  target.settings[name] = value;
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const line = `${name}=${JSON.stringify(value)}`;
  const standing = new RegExp(`^${name}=.*$`, "m");
  const asEnv = () => (standing.test(before) ? before.replace(standing, () => line) : `${before}${line}\n`);
  const text = target.name === "sandbox" ? `${JSON.stringify(target.settings, null, 2)}\n` : asEnv();
  writeFileSync(file, text, { mode: 0o600 });
  chmodSync(file, 0o600);
}

/** Removes settings from the target's file; the worker loses them with the next deployment. */
export function removeSecrets(target: Target, names: readonly string[]): void {
  const { file, settings } = target;
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  for (const name of names) delete settings[name];
  writeFileSync(file, text.replaceAll(new RegExp(`^(${names.join("|")})=.*\n?`, "gm"), ""), { mode: 0o600 });
}
