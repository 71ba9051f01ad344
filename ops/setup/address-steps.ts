import { commandStep, doctorCheck, isEmailAddress, questionStep, saveInToml, type Step } from "./steps.ts";

const isExample = (text: string) => /\bexample\.com>?$/.test(text);

export const addressSteps: Step[] = [
  questionStep({
    name: "PUBLIC_URL",
    label: "The address of the shop, such as https://shop.your-domain.com. Its domain has its DNS at Cloudflare.",
    goes: "vars",
    check: async (_target, value) => {
      const url = URL.parse(value);
      if (!url || url.pathname !== "/" || value.endsWith("/")) return "It is an address without a path.";
      if (url.protocol !== "https:") return "It begins with https://.";
      return isExample(url.hostname) ? "example.com is not yours." : undefined;
    },
  }),
  commandStep("Route the host to the worker", doctorCheck("route"), async (target) => {
    const { hostname } = new URL(target.settings["PUBLIC_URL"] ?? "");
    saveInToml(target, "", "routes", [{ pattern: hostname, custom_domain: true }]);
  }),
  questionStep({
    name: "EMAIL_FROM",
    label: "The sender of mails, such as Your shop <no-reply@your-domain.com>.",
    goes: "vars",
    check: async (_target, value) => {
      const [, address = value] = /<([^<>]+)>$/.exec(value) ?? [];
      if (!isEmailAddress(address)) return "It is no address, and no name with an address in <>.";
      return isExample(value) ? "example.com is not yours." : undefined;
    },
  }),
  questionStep({
    name: "SUPPORT_EMAIL",
    label: "The address that pages and mails name for help.",
    goes: "vars",
    check: async (_target, value) => {
      if (!isEmailAddress(value)) return "It is no address.";
      return isExample(value) ? "example.com is not yours." : undefined;
    },
  }),
];
