import { removeSecrets } from "../save-secret.ts";
import { CommandError, type Target } from "../target.ts";
import { type Service, services } from "./optional-services.ts";
import { askSetting, firstProblem, type Step } from "./steps.ts";

/**
 * Without `addedService`: steps for all services, each of which asks first whether the service is used. With it: the
 * step of that service, without this question.
 * @throws CommandError
 */
export function optionalSteps(addedService: string | undefined): Step[] {
  if (addedService === undefined) return services.map((service) => optionalStep(service));
  const names = services.map(({ name }) => name);
  const service = services.find(({ name }) => name === addedService);
  if (!service) throw new CommandError(`--add is "${addedService}": use ${names.join(", ")}.`);
  return [optionalStep(service, { is_wanted: true })];
}

function optionalStep(service: Service, { is_wanted = false } = {}): Step {
  const { title, guide, questions, checks } = service;
  const listMissing = ({ settings }: Target) =>
    questions.filter(({ name, may_be_empty }) => (may_be_empty ? settings[name] === undefined : !settings[name]));
  const hasBegun = (target: Target) => listMissing(target).length < questions.length;
  let is_off = false;
  return {
    title,
    outcome: () => (is_off ? "off" : "ok"),
    problem: async (target) => {
      if (is_off) return undefined;
      return listMissing(target).length > 0 ? "missing" : firstProblem(target, checks);
    },
    mend: async (target, terminal, problem) => {
      if (problem === "missing") {
        if (!hasBegun(target) && !is_wanted) {
          is_off = !/^y(es)?$/i.test(await terminal.ask(`Do you use ${title}? (y/N)`));
          if (is_off) return;
        }
        if (!hasBegun(target)) terminal.say(guide);
        const [next] = listMissing(target);
        if (next) await askSetting(next, target, terminal);
        return;
      }
      terminal.say(problem);
      const names = questions.map(({ name }) => name);
      const answer = await terminal.ask(
        `${title}: press Enter to check again, name a setting to change it, or say none to leave it all out:`,
      );
      const changed = questions.find(({ name }) => name === answer);
      if (answer === "none") {
        removeSecrets(target, names);
        is_off = true;
      } else if (changed) await askSetting(changed, target, terminal);
      else if (answer !== "") terminal.say(`"${answer}" is none of ${names.join(", ")}.`);
    },
  };
}
