import { globSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";

/**
 * Leaves out the bodies of the SDK's other resources, a fifth of the whole worker: an isolate parses all of its script
 * before its first answer.
 */
export function onlyUsedStripeResources(): Plugin {
  const used = usedStripeResources();
  return {
    name: "only-used-stripe-resources",
    apply: "build",
    load(id) {
      const resource = /stripe\/esm\/resources\/(.+)\.js$/.exec(id)?.[1];
      if (!resource || used.has(resource)) return;
      const names = [...readFileSync(id, "utf8").matchAll(/^export class (\w+)/gm)].map(([, name]) => name);
      return names.map((name) => `export class ${name} {}`).join("\n");
    },
  };
}

/** The parts of the payment provider's SDK that our gateways name: `stripe.invoices.pay` needs Invoices. */
function usedStripeResources(): Set<string> {
  const source = globSync("worker/gateways/stripe*.ts")
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return new Set(
    [...source.matchAll(/\bstripe\.(\w+)\.(\w+)/g)].flatMap(([, first = "", second = ""]) => [
      capital(first),
      `${capital(first)}/index`,
      `${capital(first)}/${capital(second)}`,
    ]),
  );
}
