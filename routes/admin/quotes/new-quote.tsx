import * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { email, freeText } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { startQuote } from "../../../worker/domain/sales/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { FormFoot, FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { consoleLayout } from "../../layouts.tsx";

const newQuotePage = page({
  path: pages.newQuote,
  access: "quotes:act",
  layout: consoleLayout,
  section: "Quotes",
  query: z.object({ email: z.optional(freeText(64, "Customer")) }),
  head: () => ({ title: "Start a quote · Console · CrunchBox", no_store: true }),
  view: (_data, { query, flash }) => {
    const { field } = fieldsOf(flash?.typed, { email: query.email ?? "" });
    return (
      <>
        <PageHeader
          trail={[["Quotes", pages.adminQuotes]]}
          title="Start a quote"
          subtitle="The customer sees it once you send it."
        />
        <FormLayout>
          <form className="form-card form-grid" method="post" action={pages.newQuote} noValidate>
            <Field {...field("email")} label="Email of the customer" type="email" hint="Somebody who may buy." />
            <TextAreaField
              {...field("products")}
              label="Products"
              rows={6}
              hint="A line each: SKU and quantity, such as “NOVA-10 4”. You set the prices next."
            />
            <Field {...field("note")} label="Note" is_optional maxLength={1000} hint="The customer sees it." />
            <FormFoot>
              <button className="button">Start the quote</button>
            </FormFoot>
          </form>
        </FormLayout>
      </>
    );
  },
});

const create = formPost(
  {
    access: "quotes:act",
    body: z.object({ email: email(), products: freeText(8000, "Products"), note: z.nullish(freeText(1000, "Note")) }),
  } as const,
  {
    path: pages.newQuote,
    page: newQuotePage,
    send: (ctx, { body }) => startQuote(ctx, body),
    back: (quote) => (quote ? hrefOf(pages.adminQuote, { quote_id: quote.id }) : pages.newQuote),
    done: () => "The quote is started. Set its prices and send it.",
  },
);

export const newQuotePages = [newQuotePage, create];
