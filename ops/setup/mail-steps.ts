import { askResend, emailEvents, emailWebhookUrl, fetchWebhooks, fetchSigningSecret } from "../resend.ts";
import { saveSecret } from "../save-secret.ts";
import { CommandError } from "../target.ts";
import { commandStep, doctorCheck, firstProblem, questionStep, type Step, manualStep } from "./steps.ts";

export const mailSteps: Step[] = [
  questionStep({
    name: "EMAIL_ADMIN_KEY",
    label:
      "An API key of Resend with full access, from https://resend.com/api-keys. It stays on this machine: the doctor asks with it.",
    is_secret: true,
    goes: "file",
    check: async ({ settings }, key) => {
      const response = await askResend(settings, { path: "/domains?limit=1", key });
      const text = await response.text();
      if (response.ok) return undefined;
      if (text.includes("restricted_api_key")) return "This key may only send: make one with full access.";
      return `Resend refuses it (${response.status}).`;
    },
  }),
  questionStep({
    name: "EMAIL_API_KEY",
    label: "A second API key of Resend, with the permission Sending access, from https://resend.com/api-keys.",
    is_secret: true,
    goes: "file",
    check: async (target, key) => {
      if (key === target.settings["EMAIL_ADMIN_KEY"]) return "This is the key with full access.";
      return firstProblem(target, ["mail: key"]);
    },
  }),
  manualStep("The domain of mails", ["mail: domain"]),
  commandStep("Create Resend's webhook", doctorCheck("mail: bounces"), async (target) => {
    const [webhook] = await fetchWebhooks(target.settings);
    const body = { endpoint: emailWebhookUrl(target.settings), events: emailEvents };
    const response = webhook
      ? await askResend(target.settings, {
          method: "PATCH",
          path: `/webhooks/${webhook.id}`,
          body: { ...body, status: "enabled" },
        })
      : await askResend(target.settings, { method: "POST", path: "/webhooks", body });
    if (!response.ok) throw new CommandError(`Resend answered ${response.status}: ${await response.text()}`);
    const { id }: { id: string } = Object(await response.json());
    saveSecret(target, "EMAIL_WEBHOOK_SECRET", await fetchSigningSecret(target.settings, id));
  }),
];
