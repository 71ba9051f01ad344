import { formatMoney } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/shipping.ts";
import { listObjectAudit } from "../../../worker/domain/platform/index.ts";
import { type AdminOrder, getAdminOrder, setShippingAddress } from "../../../worker/domain/fulfilment/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { mergeForm } from "../../../worker/ui/forms/compared.ts";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { VersionFields, ConflictComparison } from "../../../worker/ui/forms/version-fields.tsx";
import { FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { ChangedBy } from "../../../worker/ui/parts/audit/changed-by.tsx";
import { countryName } from "../../countries.ts";
import { consoleLayout } from "../../layouts.tsx";
import { AddressFields, addressValues, addressLabels } from "../../portal/organization/address-fields.tsx";

/** The address can be changed until the first package exists. */
const addressPage = page({
  path: pages.orderAddress,
  access: "orders:act",
  layout: consoleLayout,
  section: "Orders",
  params: contract.setShippingAddress.params,
  async load({ ctx, params: { order_id } }) {
    const [order, [last]] = await Promise.all([
      getAdminOrder(ctx, order_id),
      listObjectAudit(ctx, { subject_type: "order", subject_id: order_id, limit: 1 }),
    ]);
    return { order, last };
  },
  head: ({ order }) => ({ title: `Shipping address of ${order.order_number} · Console · CrunchBox`, no_store: true }),
  view({ order, last }, { flash }) {
    const { id: order_id, order_number, shipping_data, updated_at } = order;
    const href = hrefOf(pages.orderAddress, { order_id });
    const orderHref = hrefOf(pages.adminOrder, { order_id });
    const current = addressValues(shipping_data.address);
    const { typed, rows } = mergeForm(flash?.typed, updated_at, current, addressLabels);
    return (
      <>
        <PageHeader
          trail={[
            ["Orders", pages.adminOrders],
            [`Order ${order_number}`, orderHref],
          ]}
          title="Shipping address"
          subtitle={chargesText(order)}
        />
        <ConflictComparison rows={rows} href={href} by={last && <ChangedBy entry={last} />} />
        <FormLayout>
          <form method="post" action={href} noValidate className="form-layout">
            <VersionFields updated_at={updated_at} values={current} />
            <AddressFields field={buildFieldProps(typed, current).field} has_recipient />
            <button className="button">Save the address</button>
          </form>
        </FormLayout>
      </>
    );
  },
});

/** A new address does not change paid amounts. */
function chargesText({ shipping_data: { address }, total_details: { shipping, tax } }: AdminOrder): string {
  const paid = `${formatMoney(shipping)} for shipping and ${formatMoney(tax)} of tax`;
  return address
    ? `The order charges ${paid}, computed for ${countryName(address.country)}. That stays as it is, even if you choose another country.`
    : `The order was placed without an address, and charges ${paid}. That stays as it is.`;
}

const saveForm = formPost(contract.setShippingAddress, {
  path: pages.orderAddress,
  page: addressPage,
  send: (ctx, { params: { order_id }, body }) => setShippingAddress(ctx, order_id, body),
  back: (_result, c) => hrefOf(pages.adminOrder, { order_id: c.req.param("order_id") ?? "" }),
  done: ({ address }, typed) => {
    const before = typed.get("seen.address.country");
    return before && address && before !== address.country
      ? `The address is saved. Shipping and tax were computed for ${countryName(before)} and stay as they were.`
      : "The address is saved.";
  },
});

export const orderAddressForm: Route[] = [addressPage, saveForm];
