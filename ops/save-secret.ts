import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { CommandError, type Target } from "./target.ts";

/**
 * Saves a setting in the target's file, which only the file's owner may read.
 * @throws CommandError for a value that the file cannot hold, and saves nothing
 */
export function saveSecret(target: Target, name: string, value: string): void {
  const { file } = target;
  const currentText = existsSync(file) ? readFileSync(file, "utf8") : "";
  const settings = { ...target.settings, [name]: value };
  const text =
    target.name === "sandbox"
      ? `${JSON.stringify(settings, null, 2)}\n`
      : withSetting(currentText, name, quote(name, value));
  target.settings[name] = value;
  writeFileSync(file, text, { mode: 0o600 });
  chmodSync(file, 0o600);
}

function withSetting(currentText: string, name: string, quoted: string): string {
  const line = `${name}=${quoted}`;
  const existingLine = new RegExp(`^${name}=.*$`, "m");
  if (existingLine.test(currentText)) return currentText.replace(existingLine, () => line);
  return `${currentText}${currentText === "" || currentText.endsWith("\n") ? "" : "\n"}${line}\n`;
}

/** Quotes a value for Node's `parseEnv`, whose only escape is `\n` in double quotes. @throws CommandError */
function quote(name: string, value: string): string {
  if (!/["\\]/.test(value)) return JSON.stringify(value);
  const mark = ["'", "`"].find((each) => !value.includes(each));
  if (mark === undefined || value.includes("\n"))
    throw new CommandError(
      `${name} has characters that its file cannot hold together: write it into the file yourself.`,
    );
  return mark + value + mark;
}

/** Removes settings from the target's file; the worker loses them with the next deployment. */
export function removeSecrets(target: Target, names: readonly string[]): void {
  const { file, settings } = target;
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  for (const name of names) delete settings[name];
  writeFileSync(file, text.replaceAll(new RegExp(`^(${names.join("|")})=.*\n?`, "gm"), ""), { mode: 0o600 });
}
