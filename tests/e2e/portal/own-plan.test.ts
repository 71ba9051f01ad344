import { expect, test } from "../../support/browser.ts";
import { unique } from "../../support/factories.ts";
import { cards, shop } from "../../support/store.ts";
import { button, link } from "../account/steps.ts";

/** A day as the product writes it, such as "20 Nov 2026". */
const dayPattern = /\d{1,2} [A-Z][a-z]{2} \d{4}/.source;

test.for([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])(
  "who looks for the next renewal finds it, changes the card, cancels and resumes at %o",
  async (viewport, { open }) => {
    const family = unique("Plan");
    const plan = await shop.createPlan({ family });
    await shop.createPlan({ family, subscription_term: "year", price_levels: { "Base Price": 490_00 } });
    const buyer = await shop.purchase([plan]);
    await shop.settled();
    const amount = `$${((await shop.sum(buyer.customer)) / 100).toFixed(2)}`;
    await shop.addMethod(buyer.customer, cards.bank);
    const page = await open({ session: buyer.token, viewport });
    const main = page.locator("main");

    await page.goto("/portal/subscriptions");
    await expect(main.locator("tbody tr")).toContainText(new RegExp(`${dayPattern} with Visa ··4242`));
    await expect(main.locator("tbody tr")).toContainText(amount);
    await link(page, plan.name).click();
    await expect(main).toContainText(new RegExp(`Renews ${dayPattern} with Visa ··4242 for \\${amount}`));

    await link(page, "Change payment method").click();
    await expect(page.getByLabel(/4242/)).toBeChecked();
    await page.getByLabel(/STRIPE TEST BANK/).check();
    await button(page, `Use it for ${plan.name}`).click();
    await expect(main).toContainText(new RegExp(`Renews ${dayPattern} with STRIPE TEST BANK ··6789 for \\${amount}`));

    await button(page, "Cancel plan").click();
    await expect(page.getByRole("dialog")).toContainText("the current term is not refunded");
    await button(page, "Cancel at the end of the term").click();
    await expect(main).toContainText(new RegExp(`is canceled and ends on ${dayPattern}`));
    await button(page, "Resume").click();
    await expect(main).toContainText("continues and renews as before");
    await expect(main).toContainText(new RegExp(`Renews ${dayPattern}`));

    await button(page, "Switch to yearly").click();
    await expect(page.getByRole("button", { name: /^Pay \$[\d.,]+ and switch$/ })).toBeVisible();
    const { width, scroll } = await page.evaluate(() => ({
      width: innerWidth,
      scroll: document.documentElement.scrollWidth,
    }));
    expect(scroll).toBeLessThanOrEqual(width);
  },
);
