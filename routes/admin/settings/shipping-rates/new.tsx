import * as z from "zod/mini";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import { createShippingRate } from "../../../../worker/domain/fulfilment/index.ts";
import { formPost } from "../../../../worker/http/form.ts";
import { page } from "../../../../worker/http/page.ts";
import { buildFieldProps } from "../../../../worker/ui/forms/fields-of.ts";
import { FormLayout } from "../../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../../worker/ui/layouts/page-header.tsx";
import { countryName } from "../../../countries.ts";
import { consoleLayout } from "../../../layouts.tsx";
import { RateFields, rateForm, requireBothDays } from "./rate-fields.tsx";

const newRatePage = page({
  path: pages.newShippingRate,
  access: "shipping_rates:act",
  layout: consoleLayout,
  section: "Settings",
  head: () => ({ title: "Add a shipping rate · Console · CrunchBox", no_store: true }),
  view: (_data, { flash }) => (
    <>
      <PageHeader
        trail={[
          ["Settings", pages.settings],
          ["Shipping rates", pages.shippingRates],
        ]}
        title="Add a shipping rate"
      />
      <FormLayout>
        <form method="post" action={pages.newShippingRate} noValidate className="form-layout">
          <div className="form-card form-grid">
            <RateFields {...buildFieldProps(flash?.typed, { is_active: "true" })} />
          </div>
          <button className="button">Add the rate</button>
        </form>
      </FormLayout>
    </>
  ),
});

const createForm = formPost(
  { access: "shipping_rates:act", body: z.object(rateForm).check(requireBothDays) } as const,
  {
    path: pages.newShippingRate,
    page: newRatePage,
    send: (ctx, { body }) => createShippingRate(ctx, body),
    back: hrefOf(pages.shippingRates, {}, { sort: "country" }),
    done: ({ option, country }) => `Added ${option}, ${countryName(country)}.`,
  },
);

export const newShippingRate = [newRatePage, createForm];
