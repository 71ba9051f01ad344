import * as z from "zod/mini";
import { formatMoney } from "../../../../islands/lib/money.ts";
import { versionField, uuid } from "../../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import { deleteShippingRate as deletion } from "../../../../worker/contract/v1/admin/shipping-rates.ts";
import { listObjectAudit } from "../../../../worker/domain/platform/index.ts";
import { deleteShippingRate, getShippingRate, updateShippingRate } from "../../../../worker/domain/fulfilment/index.ts";
import { formPost } from "../../../../worker/http/form.ts";
import { page } from "../../../../worker/http/page.ts";
import { mergeForm } from "../../../../worker/ui/forms/compared.ts";
import { ConfirmForm } from "../../../../worker/ui/forms/confirm-form.tsx";
import { buildFieldProps } from "../../../../worker/ui/forms/fields-of.ts";
import { SaveBar } from "../../../../worker/ui/forms/save-bar.tsx";
import { VersionFields, ConflictComparison } from "../../../../worker/ui/forms/version-fields.tsx";
import { FormGroup, FormLayout } from "../../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../../worker/ui/layouts/page-header.tsx";
import { ChangedBy } from "../../../../worker/ui/parts/audit/changed-by.tsx";
import { Badge } from "../../../../worker/ui/parts/badge.tsx";
import { countryName } from "../../../countries.ts";
import { consoleLayout } from "../../../layouts.tsx";
import { RateFields, rateForm, rateValues, rateLabels, requireBothDays } from "./rate-fields.tsx";

const params = z.object({ id: uuid() });
const listHref = hrefOf(pages.shippingRates, {}, { sort: "country" });
const rateHref = (id: string | undefined) => hrefOf(pages.shippingRate, { id: id ?? "" });

const ratePage = page({
  path: pages.shippingRate,
  access: "shipping_rates:act",
  layout: consoleLayout,
  section: "Settings",
  params,
  async load({ ctx, params: { id } }) {
    const [rate, [last]] = await Promise.all([
      getShippingRate(ctx, id),
      listObjectAudit(ctx, { subject_type: "shipping_rate", subject_id: id, limit: 1 }),
    ]);
    return { rate, last };
  },
  head: ({ rate: { option } }) => ({ title: `${option} · Shipping rates · Console · CrunchBox`, no_store: true }),
  view({ rate, last }, { flash }) {
    const { id, option, country, is_active, updated_at } = rate;
    const current = rateValues(rate);
    const { typed, rows } = mergeForm(flash?.typed, updated_at, current, rateLabels);
    return (
      <>
        <PageHeader
          trail={[
            ["Settings", pages.settings],
            ["Shipping rates", listHref],
          ]}
          title={`${option}, ${countryName(country)}`}
          badges={!is_active && <Badge tone="neutral">Switched off</Badge>}
          subtitle="Buyers with this rate in their cart see the change and confirm it before they pay. Placed orders are unchanged."
        />
        <ConflictComparison rows={rows} href={rateHref(id)} by={last && <ChangedBy entry={last} />} />
        <FormLayout>
          <form method="post" action={rateHref(id)} noValidate className="form-layout">
            <VersionFields updated_at={updated_at} values={current} />
            <div className="form-card form-grid">
              <RateFields {...buildFieldProps(typed, current)} />
            </div>
            <SaveBar label="Save the rate" discard={rateHref(id)} typed={typed} current={current} />
          </form>
          <FormGroup title={is_active ? "Stop offering it" : "Offer it again, or delete it"}>
            <form method="post" action={hrefOf(pages.switchShippingRate, { id })}>
              <input type="hidden" name="is_active" value={String(!is_active)} />
              <input type="hidden" name="updated_at" value={updated_at} />
              <button className="button quiet">{is_active ? "Switch it off" : "Switch it on"}</button>
            </form>
            <ConfirmForm
              id="delete"
              label="Delete it"
              title={`Delete ${option}, ${countryName(country)}?`}
              action={hrefOf(pages.deleteShippingRate, { id })}
              confirm="Yes, delete it"
              is_dangerous
            >
              <p>
                {formatMoney(rate.price)} for {countryName(country)}. Orders that were placed with it stay as they are.
                Switch it off instead if you may need it again.
              </p>
            </ConfirmForm>
          </FormGroup>
        </FormLayout>
      </>
    );
  },
});

const saveForm = formPost(
  {
    access: "shipping_rates:act",
    params,
    body: z.extend(z.object(rateForm), { updated_at: versionField() }).check(requireBothDays),
  } as const,
  {
    path: pages.shippingRate,
    page: ratePage,
    send: (ctx, { params: { id }, body }) => updateShippingRate(ctx, id, body),
    back: listHref,
    done: ({ option, country }) => `Saved ${option}, ${countryName(country)}.`,
  },
);

const switchActiveForm = formPost(
  {
    access: "shipping_rates:act",
    params,
    body: z.object({ is_active: rateForm.is_active, updated_at: versionField() }),
  } as const,
  {
    path: pages.switchShippingRate,
    send: (ctx, { params: { id }, body }) => updateShippingRate(ctx, id, body),
    back: (_result, c) => rateHref(c.req.param("id")),
    done: ({ option, is_active }) =>
      is_active ? `${option} is offered again.` : `${option} is switched off and no longer offered.`,
  },
);

const removeForm = formPost(deletion, {
  path: pages.deleteShippingRate,
  send: (ctx, { params: { id } }) => deleteShippingRate(ctx, id),
  back: listHref,
  done: ({ option, country }) => `Deleted ${option}, ${countryName(country)}.`,
});

export const shippingRateForms = [ratePage, saveForm, switchActiveForm, removeForm];
