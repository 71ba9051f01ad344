import { pages } from "../../../worker/contract/pages.ts";
import type { Readiness } from "../../../worker/domain/search/index.ts";
import { Checklist } from "../../../worker/ui/parts/checklist.tsx";

type StepName = Readiness["steps"][number]["name"];
type StepLabels = { title: string; text: string; link?: readonly [label: string, href: string] };

const stripe = "https://dashboard.stripe.com";
const labels: Record<StepName, StepLabels> = {
  license: {
    title: "License agreement",
    text: "Users accept it before their first sign-in.",
    link: ["Write it", pages.licenseVersions],
  },
  legal_texts: {
    title: "Legal texts",
    text: "Terms of sale, returns, privacy and imprint, linked from every page of the store.",
    link: ["Write them", pages.legalVersions],
  },
  mail: {
    title: "Mail",
    text: "Invitations, order confirmations and invoices are sent by email.",
    link: ["Open Resend", "https://resend.com/domains"],
  },
  tax: {
    title: "Tax registration",
    text: "Stripe Tax computes the tax of every order where you are registered.",
    link: ["Open Stripe Tax", `${stripe}/tax/registrations`],
  },
  payments: {
    title: "Payments",
    text: "Cards and bank accounts are charged by Stripe.",
    link: ["Open Stripe", `${stripe}/apikeys`],
  },
  product: {
    title: "A product with a price",
    text: "A device or one-time software purchase, published in the store.",
    link: ["Add a product", pages.newProduct],
  },
  plan: {
    title: "A plan",
    text: "Software that is paid by month or year, published in the store.",
    link: ["Add a plan", pages.newProduct],
  },
  shipping_rate: {
    title: "A shipping rate",
    text: "Products that ship cannot be ordered without one.",
    link: ["Add a rate", pages.shippingRates],
  },
  organization: {
    title: "The first organization",
    text: "A customer who requests an account, or one that you add.",
    link: ["See requests", pages.requests],
  },
};

type OpeningChecklistProps = {
  readiness: Readiness;
  /** Lists only unfinished steps, because a selling shop's overview has figures, too. */
  is_short: boolean;
};

export function OpeningChecklist({ readiness: { is_ready, steps }, is_short }: OpeningChecklistProps) {
  if (is_ready) return null;
  const doneCount = steps.filter(({ is_done }) => is_done).length;
  const visibleSteps = is_short ? steps.filter(({ is_done }) => !is_done) : steps;
  return (
    <section aria-labelledby="opening">
      <h2 id="opening">{`Open your shop: ${doneCount} of ${steps.length} done`}</h2>
      <Checklist
        steps={visibleSteps.map(({ name, is_done, note }) => {
          const { title, text, link } = labels[name];
          return { title, is_done, text: note ?? text, link };
        })}
      />
    </section>
  );
}
