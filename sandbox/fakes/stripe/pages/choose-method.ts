import { html } from "hono/html";
import type Stripe from "stripe";
import { createInvalidRequest } from "../wire/failure.ts";
import { type AttachInput, requireOwnMethod, listMethods } from "../customers/payment-methods.ts";
import { type TestNumber, testBankAccounts, testCards, testWallets } from "../customers/test-numbers.ts";
import type { World } from "../state.ts";
import type { Content } from "./layout.ts";

/** Fields to choose a payment method; saved ones come first. */
export function renderMethodChoice(saved: Stripe.PaymentMethod[], allowed: string[]): Content {
  const choice = (value: string, label: string, isFirst: boolean) =>
    html`<label class="choice">
      <input type="radio" name="choice" value="${value}" ${isFirst ? "checked" : ""} /> <span>${label}</span>
    </label>`;
  const testChoices = (tests: TestNumber[]) =>
    tests.map((test) => choice(test.number, test.label, saved.length === 0 && test === testCards[0]));
  const groups: [string, Content[] | Content][] = [];
  const usableMethods = saved.filter(({ type }) => allowed.includes(type));
  if (usableMethods.length > 0)
    groups.push(["Saved", html`${usableMethods.map((one, index) => choice(one.id, formatMethod(one), index === 0))}`]);
  if (allowed.includes("card")) groups.push(["Test card", html`${testChoices(testCards)} ${renderNumberField()}`]);
  if (allowed.includes("us_bank_account")) groups.push(["Test bank account", html`${testChoices(testBankAccounts)}`]);
  if (allowed.includes("link")) groups.push(["Test wallet", html`${testChoices(testWallets)}`]);
  return html`${groups.map(
    ([legend, fields]) =>
      html`<fieldset>
        <legend>${legend}</legend>
        ${fields}
      </fieldset>`,
  )}`;
}

type CreateMethod = (world: World, customer: Stripe.Customer, input: AttachInput) => Stripe.PaymentMethod;

/**
 * Returns the chosen payment method, or a new one that `make` creates. Throws errors whose messages are for the user.
 */
export function readMethod(world: World, customer: Stripe.Customer, form: URLSearchParams, make: CreateMethod) {
  const choice = form.get("choice") ?? "";
  if (choice.startsWith("pm_") && !form.get("number")) return requireOwnMethod(world, customer.id, choice);
  if (choice !== "typed" && !form.get("number")) return make(world, customer, { number: choice });
  const [month, year] = (form.get("expiry") ?? "").split("/").map((part) => Number(part.trim()));
  if (!month || !year || month > 12)
    throw createInvalidRequest("Write the expiry as month and year, for example 12/2030.");
  const number = form.get("number") ?? "";
  return make(world, customer, { number, exp_month: month, exp_year: year < 100 ? 2000 + year : year });
}

/** Names a payment method, such as "Visa ending in 4242, 12/2029". */
export function formatMethod({ card, link, us_bank_account: bank }: Stripe.PaymentMethod): string {
  if (link) return `Link of ${link.email}`;
  if (!card) return `${bank?.bank_name ?? "Bank account"} ending in ${bank?.last4 ?? ""}`;
  return `Visa ending in ${card.last4}, ${String(card.exp_month).padStart(2, "0")}/${card.exp_year}`;
}

export function listSavedMethods(world: World, customer: string): Stripe.PaymentMethod[] {
  return listMethods(world, customer).toReversed();
}

function renderNumberField(): Content {
  return html`<div class="choice">
    <input type="radio" name="choice" value="typed" id="typed" aria-label="Another test number" />
    <div class="row">
      <label class="field wide">
        Another test number
        <input name="number" inputmode="numeric" autocomplete="off" placeholder="4242 4242 4242 4242" />
      </label>
      <label class="field">Expiry <input name="expiry" autocomplete="off" placeholder="12/2030" size="8" /></label>
    </div>
  </div>`;
}
