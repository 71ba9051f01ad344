import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Target } from "./target.ts";

/** Only the file's owner may read it. */
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
