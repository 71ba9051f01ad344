import { globSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** Drops unused SDK resources, a fifth of the worker: an isolate parses the whole script before its first response. */
export function onlyUsedStripeResources(): Plugin {
  const usedResources = usedStripeResources();
  return {
    name: "only-used-stripe-resources",
    apply: "build",
    load(id) {
      const resource = /stripe\/esm\/resources\/(.+)\.js$/.exec(id)?.[1];
      if (!resource || usedResources.has(resource)) return;
      const names = [...readFileSync(id, "utf8").matchAll(/^export class (\w+)/gm)].map(([, name]) => name);
      return names.map((name) => `export class ${name} {}`).join("\n");
    },
  };
}

/** Names of the SDK's resource modules that the gateways use, such as Invoices for `stripe.invoices.pay`. */
function usedStripeResources(): Set<string> {
  const source = globSync("worker/gateways/stripe*.ts")
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return new Set(
    [...source.matchAll(/\bstripe\.(\w+)\.(\w+)/g)].flatMap(([, first = "", second = ""]) => [
      capitalize(first),
      `${capitalize(first)}/index`,
      `${capitalize(first)}/${capitalize(second)}`,
    ]),
  );
}
