import { readFileSync, writeFileSync } from "node:fs";
import { checks } from "../doctor/index.ts";
import { runChecks } from "../doctor/check.ts";
import { saveSecret } from "../save-secret.ts";
import type { Target } from "../target.ts";
import { setInToml } from "./edit-toml.ts";
import type { Terminal } from "./terminal.ts";

/** A step whose `problem` resolves to undefined is skipped, so that setup continues where it stopped. */
export type Step = {
  title: string;
  /** Printed before the title of a finished step; "ok" by default. */
  outcome?(): string;
  problem(target: Target): Promise<string | undefined>;
  /** Tries to solve the problem; setup calls `problem` again afterwards. */
  mend(target: Target, terminal: Terminal, problem: string): Promise<void>;
};

export async function firstProblem(target: Target, names: readonly string[]): Promise<string | undefined> {
  const wantedChecks = names.map((name) => {
    const check = checks.find((each) => each.name === name);
    if (!check) throw new Error(`The doctor has no check "${name}"`);
    return check;
  });
  return (await runChecks(target, wantedChecks)).find(({ ok }) => !ok)?.message;
}

export const doctorCheck =
  (...names: string[]): Step["problem"] =>
  (target) =>
    firstProblem(target, names);

export const isEmailAddress = (text: string): boolean => /^[^@\s<>]+@[^@\s<>]+\.[^@\s<>]+$/.test(text);

export type Question = {
  name: string;
  /** The name of the setting for the user, and where its value is found. */
  label: string;
  is_secret?: boolean;
  /** Where the answer is saved: the file of secrets, or [vars] of wrangler.toml. */
  goes: "file" | "vars";
  /** The default answer, by Enter alone. */
  standard?: (target: Target) => string;
  /** Enter alone leaves the setting empty. */
  may_be_empty?: boolean;
  /** Converts an answer to the setting, such as a file's name to its content. */
  read?: (answer: string) => string;
  /** Returns the problem with an answer, which the settings of `target` already contain. */
  check(target: Target, value: string): Promise<string | undefined>;
};

export function questionStep(spec: Question): Step {
  const { name, check } = spec;
  const isMissing = ({ settings }: Target) => !settings[name];
  return {
    title: name,
    problem: async (target) => (isMissing(target) ? "missing" : check(target, target.settings[name] ?? "")),
    mend: async (target, terminal, problem) => {
      if (!isMissing(target)) terminal.say(problem);
      await askSetting(spec, target, terminal);
    },
  };
}

/** Asks until `check` accepts the answer, then saves it. */
export async function askSetting(settingQuestion: Question, target: Target, terminal: Terminal): Promise<void> {
  const {
    name,
    label,
    is_secret = false,
    goes,
    standard,
    may_be_empty,
    read = (answer) => answer,
    check,
  } = settingQuestion;
  const defaultAnswer = may_be_empty ? "" : standard?.(target);
  const enterHint = defaultAnswer === "" ? "Enter leaves it empty." : `Enter takes ${defaultAnswer}.`;
  const defaultHint = is_secret ? `Enter makes one, in ${target.file}.` : enterHint;
  terminal.say(defaultAnswer === undefined ? label : `${label} ${defaultHint}`);
  for (;;) {
    const answer = (await terminal.ask(`${name}:`, { is_secret })) || defaultAnswer;
    if (answer === undefined) continue;
    const value = read(answer);
    const wrong = await check({ ...target, settings: { ...target.settings, [name]: value } }, value);
    if (wrong === undefined) {
      if (goes === "vars" || Object.hasOwn(target.deployment.vars, name)) saveInToml(target, "vars", name, value);
      else saveSecret(target, name, value);
      return;
    }
    terminal.say(`Not saved. ${wrong}`);
  }
}

/** A step that the administrator takes at a provider's site. */
export const manualStep = (title: string, names: readonly string[]): Step => ({
  title,
  problem: (target) => firstProblem(target, names),
  mend: async (_target, terminal, problem) => {
    terminal.say(problem);
    await terminal.ask(`${title}: press Enter when it is done`);
  },
});

/** A step that runs a command; after a failure, setup prints the reason and waits for Enter. */
export function commandStep(
  title: string,
  problem: Step["problem"],
  run: (target: Target, terminal: Terminal) => Promise<void>,
): Step {
  return {
    title,
    problem,
    mend: async (target, terminal, before) => {
      terminal.say(`${title} ...`);
      try {
        await run(target, terminal);
        return;
      } catch (error) {
        terminal.say(`${before === "missing" ? "" : `${before}\n`}${error instanceof Error ? error.message : error}`);
      }
      await terminal.ask(`${title}: press Enter to try again`);
    },
  };
}

/** Sets a key of the target in wrangler.toml: production's at the top level, staging's under [env.staging]. */
export function saveInToml({ name, deployment }: Target, section: string, key: string, value: unknown): void {
  const parts = [...(name === "staging" ? ["env", "staging"] : []), ...(section ? [section] : [])];
  const toml = typeof value === "string" ? JSON.stringify(value) : String(toToml(value));
  writeFileSync(deployment.file, setInToml(readFileSync(deployment.file, "utf8"), parts.join("."), key, toml));
}

/** Tables are written in one line, such as those of `routes` in wrangler.toml. */
function toToml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toToml).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, each]) => `${key} = ${toToml(each)}`);
  return `{ ${fields.join(", ")} }`;
}
