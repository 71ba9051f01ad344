import * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import { quoteLinesMax } from "../../../worker/contract/entities/quote.ts";
import { freeText, idempotencyKey, uuid } from "../../../worker/contract/fields.ts";
import { readFindInput, readFindManyInput } from "../../../worker/contract/forms/finding.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { findQuotableProducts } from "../../../worker/domain/catalog/index.ts";
import { findCustomers } from "../../../worker/domain/people/index.ts";
import { createQuote } from "../../../worker/domain/sales/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { FindField } from "../../../worker/ui/forms/find-field.tsx";
import { FormFoot, FormLayout, NextSteps } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { consoleLayout } from "../../layouts.tsx";

const keyName = "form_key";

const newQuotePage = page({
  path: pages.newQuote,
  access: "quotes:act",
  layout: consoleLayout,
  section: "Quotes",
  query: z.object({ user_id: z.optional(uuid()) }),
  async load({ ctx, query: { user_id }, typed }) {
    const [customers, products] = await Promise.all([
      findCustomers(ctx, readFindInput(typed, "user_id", user_id)),
      findQuotableProducts(ctx, readFindManyInput(typed, "product_ids")),
    ]);
    return { customers, products };
  },
  head: () => ({ title: "Start a quote · Console · CrunchBox", no_store: true }),
  view({ customers, products }, { flash }) {
    const { field, list } = buildFieldProps(flash?.typed);
    return (
      <>
        <PageHeader
          trail={[["Quotes", pages.adminQuotes]]}
          title="Start a quote"
          subtitle="The customer sees it once you send it."
        />
        <FormLayout>
          <form className="form-card form-grid" method="post" action={pages.newQuote} noValidate>
            <input type="hidden" name={keyName} value={field(keyName).defaultValue || crypto.randomUUID()} />
            <FindField
              name="user_id"
              label="Customer"
              what={["person", "people"]}
              result={customers}
              offered={customers.named}
              chosen={customers.chosen}
              error={field("user_id").error}
              hint="Somebody who may buy, by name, email address or organization."
              enter_sends
            />
            <FindField
              name="product_ids"
              label="Products"
              is_many
              what={["product", "products"]}
              result={products}
              offered={products.named}
              chosen={products.chosen}
              error={list("product_ids").error}
              hint="By name or SKU. You set quantities and prices next."
              enter_sends
            />
            <Field {...field("note")} label="Note" is_optional maxLength={1000} hint="The customer sees it." />
            <FormFoot>
              <button className="button">Start the quote</button>
            </FormFoot>
          </form>
          <NextSteps
            steps={[
              "You set quantities, prices and how long it is valid.",
              "You send it, and the customer gets a mail.",
              "The customer accepts it and checks it out at your prices.",
            ]}
          />
        </FormLayout>
      </>
    );
  },
});

const productIds = z
  .array(uuid())
  .check(z.minLength(1, "Choose a product."), z.maxLength(quoteLinesMax, `Choose at most ${quoteLinesMax} products.`));

const createForm = formPost(
  {
    access: "quotes:act",
    call: "POST /v1/admin/quotes",
    body: z.object({
      user_id: uuid("Choose a customer."),
      product_ids: productIds,
      note: z.nullish(freeText(1000, "Note")),
      [keyName]: idempotencyKey(),
    }),
  } as const,
  {
    path: pages.newQuote,
    page: newQuotePage,
    has_search: true,
    send: (ctx, { body: { user_id, product_ids, note, form_key } }) =>
      createQuote(
        ctx,
        { user_id, note, lines: product_ids.map((product_id) => ({ product_id, quantity: 1 })) },
        form_key,
      ),
    back: (quote) => (quote ? hrefOf(pages.adminQuote, { quote_id: quote.id }) : pages.newQuote),
    done: () => "The quote is started. Set its quantities and prices, then send it.",
  },
);

export const newQuotePages = [newQuotePage, createForm];
