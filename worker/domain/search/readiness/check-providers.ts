import type { ProviderCheck } from "../../../../db/enums.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import type { ProviderAccount } from "../../../gateways/payment-provider.ts";
import type { ReadCtx } from "../../context.ts";
import type { ProviderAnswers, ReadinessFacts, StepState } from "./states.ts";

/** Short, because a page waits for the result. */
const timeoutMs = 4000;

/**
 * Checks the named readiness steps: mail in our own outbox, tax and payments at Stripe. A failure of Stripe becomes a
 * note instead of an error.
 */
export async function checkProviders(
  ctx: ReadCtx,
  names: readonly ProviderCheck[],
  facts: ReadinessFacts,
): Promise<ProviderAnswers> {
  const answers: ProviderAnswers = {};
  if (names.includes("mail")) answers.mail = mailState(facts);
  const requested = names.filter((name) => name !== "mail");
  if (requested.length === 0) return answers;
  const account = await fetchAccount(ctx);
  for (const name of requested) {
    const state = name === "tax" ? taxState : paymentsState;
    answers[name] = "reason" in account ? { is_done: false, note: account.reason } : state(account, ctx);
  }
  return answers;
}

async function fetchAccount(ctx: ReadCtx): Promise<ProviderAccount | { reason: string }> {
  const noAnswer = { reason: "Stripe did not answer. Reload the page to ask again." };
  const timeout = new Promise<typeof noAnswer>((resolve) => setTimeout(resolve, timeoutMs, noAnswer));
  try {
    return await Promise.race([ctx.gateways.payments.getAccount(), timeout]);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log({ level: "warn", event: "readiness", provider: "payments", reason: error.message });
    if (error.status === 401) return { reason: "Stripe does not know STRIPE_SECRET_KEY." };
    if (error.status === 403) return { reason: "STRIPE_SECRET_KEY may not read the tax settings." };
    return noAnswer;
  }
}

function taxState({ is_tax_active, tax_countries }: ProviderAccount): StepState {
  if (!is_tax_active) return { is_done: false, note: "Stripe Tax is not active, or has no head office address." };
  if (tax_countries.length === 0)
    return { is_done: false, note: "There is no tax registration: every order would be charged without tax." };
  return { is_done: true, note: null };
}

function paymentsState({ is_live }: ProviderAccount, { settings }: ReadCtx): StepState {
  if (is_live) return { is_done: true, note: null };
  const isTest = settings.STAGE !== "production";
  return { is_done: isTest, note: `Stripe is in test mode: no card is charged.` };
}

/** Resend refuses mail from unverified domains, so one sent mail proves the set-up. */
const mailState = ({ has_sent_mail, mail_error }: ReadinessFacts): StepState =>
  has_sent_mail
    ? { is_done: true, note: null }
    : {
        is_done: false,
        note: mail_error
          ? `The last mail was refused: ${mail_error}`
          : "No mail has left yet. Verify the domain of EMAIL_FROM at Resend, then reset your own password to try it.",
      };
