import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { Notice } from "../../../islands/ui/notice.tsx";
import { whyNotShippable, notShippable } from "../../../worker/contract/buying/shippable.ts";
import {
  hasExportFiling,
  isAboveFiling,
  missingForCustoms,
  missingText,
  weightOf,
} from "../../../worker/contract/buying/customs.ts";
import { serviceChoice, servicesTo } from "../../../worker/contract/entities/package.ts";
import { BadRequest } from "../../../worker/contract/errors.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/shipping.ts";
import {
  createLabels,
  findSenderCountry,
  listPackedOrders,
  type PackedOrder,
} from "../../../worker/domain/fulfilment/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { OrderStatusBadge } from "../../../worker/ui/parts/status-badges.tsx";
import { bulkAction } from "../../bulk-action.ts";
import { countryName } from "../../countries.ts";
import { consoleLayout } from "../../layouts.tsx";
import { serviceOptions } from "./ship-form.tsx";
import { splitSerials } from "./shipping-forms.ts";

const idsOf = (orders: readonly { id: string }[]): string => orders.map(({ id }) => id).join(",");
const labelsHref = (orders: readonly PackedOrder[]): string =>
  `${contract.downloadLabels.path}?${new URLSearchParams({ order_ids: idsOf(orders) })}`;
const labelCount = (orders: readonly PackedOrder[]): number =>
  orders.reduce((sum, { packages }) => sum + packages.filter(isLabel).length, 0);
const isLabel = ({ has_label, status }: PackedOrder["packages"][number]): boolean => has_label && status !== "canceled";
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

export const isToShip = (order: PackedOrder): boolean =>
  order.owed.length > 0 && whyNotShippable(order) === undefined && order.shipping_data.address !== null;

/** The chosen orders: those still to ship with the fields of a package each, the others with what became of them. */
const shipOrdersPage = page({
  path: pages.shipOrders,
  access: "shipping:act",
  layout: consoleLayout,
  section: "Orders",
  query: contract.downloadLabels.query,
  load: async ({ ctx, query: { order_ids } }) => ({
    orders: await listPackedOrders(ctx, order_ids),
    sender_country: findSenderCountry(ctx),
  }),
  head: () => ({ title: "Ship together · Console · CrunchBox", no_store: true }),
  view({ orders, sender_country }, { flash }) {
    const open = orders.filter(isToShip);
    const labels = labelCount(orders);
    return (
      <>
        <PageHeader
          trail={[["Orders", pages.adminOrders]]}
          title="Ship together"
          subtitle={
            open.length > 0
              ? `${open.length} of ${counted(orders.length, "order")} to ship. Each goes in one package with all that is owed, and its buyer is told by mail.`
              : "Nothing of these orders is left to ship."
          }
          action={
            <>
              {open.length > 0 && (
                <a className="button quiet" href={hrefOf(pages.pickList, {}, { order_ids: idsOf(open) })}>
                  Pick list
                </a>
              )}
              {labels > 0 && (
                <a className={open.length > 0 ? "button quiet" : "button"} href={labelsHref(orders)} download>
                  {counted(labels, "label")} as PDF
                </a>
              )}
            </>
          }
        />
        {sender_country === undefined && open.length > 0 && (
          <Notice tone="warning">
            The shop has no account at the carrier Fulex. Ship each order on its own page, with its tracking number.
          </Notice>
        )}
        {sender_country !== undefined && open.length > 0 && (
          <PackedForm open={open} all={orders} sender_country={sender_country} typed={flash?.typed} />
        )}
        <Others orders={orders.filter((order) => !isToShip(order))} />
      </>
    );
  },
});

type PackedFormProps = {
  open: readonly PackedOrder[];
  all: readonly PackedOrder[];
  sender_country: string;
  typed: Parameters<typeof fieldsOf>[0];
};

const PackedForm = ({ open, all, sender_country, typed }: PackedFormProps) => (
  <form
    method="post"
    action={hrefOf(pages.shipOrders, {}, { order_ids: idsOf(all) })}
    noValidate
    className="ship-together"
  >
    <ol className="parcels">
      {open.map((order) => (
        <li key={order.id}>
          <input type="hidden" name="order_ids" value={order.id} />
          <div>
            <b>
              <a href={hrefOf(pages.adminOrder, { order_id: order.id })}>{order.order_number}</a>
            </b>{" "}
            {order.organization}
            <small>{order.owed.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ")}</small>
            <MissingCustoms order={order} sender_country={sender_country} />
          </div>
          <ParcelFields order={order} sender_country={sender_country} typed={typed} />
        </li>
      ))}
    </ol>
    <div className="actions">
      <button className="button">Make {counted(open.length, "label")} and ship</button>
    </div>
  </form>
);

function MissingCustoms({ order, sender_country }: Pick<ParcelFieldsProps, "order" | "sender_country">) {
  const { country } = order.shipping_data.address ?? {};
  if (country === undefined || country === sender_country) return null;
  const lacking = order.owed.flatMap((line) => {
    const missing = missingForCustoms(line);
    return missing.length > 0 ? [missingText(line.name, missing)] : [];
  });
  if (lacking.length === 0) return null;
  return (
    <small>
      A label to {countryName(country)} needs customs data: {lacking.join("; ")}.
    </small>
  );
}

type ParcelFieldsProps = Pick<PackedFormProps, "sender_country" | "typed"> & { order: PackedOrder };

function ParcelFields({ order, sender_country, typed }: ParcelFieldsProps) {
  const { id, owed, packages, shipping_data, freight_service: service } = order;
  const name = (field: string) => `parcels.${id}.${field}`;
  const begun = packages.find(({ status }) => status === "asked" || status === "made");
  const { method, address } = shipping_data;
  const country = address?.country ?? null;
  const services = servicesTo(country, sender_country);
  const choice = serviceChoice({ service, option: method }, services);
  const abroad = country !== null && country !== sender_country ? country : undefined;
  const has_filing = abroad !== undefined && hasExportFiling(sender_country, abroad) && isAboveFiling(owed);
  const weight = begun?.weight_grams ?? weightOf(owed);
  const { field, list } = fieldsOf(typed, {
    [name("freight_service")]: begun?.freight_service ?? choice.value,
    [name("weight_grams")]: String(weight ?? ""),
  });
  return (
    <fieldset className="row" aria-label={`Package of ${order.order_number}`}>
      <SelectField
        {...field(name("freight_service"))}
        label="Service"
        options={serviceOptions(services)}
        hint={choice.hint}
      />
      <Field {...field(name("weight_grams"))} label="Weight in grams" inputMode="numeric" />
      {has_filing && (
        <Field
          {...field(name("itn"))}
          label="ITN"
          maxLength={19}
          autoComplete="off"
          hint="Number of the export filing in AES."
        />
      )}
      {owed
        .filter(({ has_serials }) => has_serials)
        .map(({ line_id, name: product, quantity }) => {
          const { chosen, error, name: serials } = list(name(`serials.${line_id}`));
          return (
            <TextAreaField
              key={line_id}
              name={serials}
              error={error}
              label={`Serial numbers of ${product}`}
              hint={quantity === 1 ? undefined : "One in each line."}
              is_optional
              rows={Math.min(quantity, 4)}
              defaultValue={chosen.join("\n")}
            />
          );
        })}
    </fieldset>
  );
}

function Others({ orders }: { orders: readonly PackedOrder[] }) {
  if (orders.length === 0) return null;
  return (
    <section>
      <h2>Not to ship</h2>
      <ul className="parcels">
        {orders.map((order) => (
          <li key={order.id}>
            <span>
              <b>
                <a href={hrefOf(pages.adminOrder, { order_id: order.id })}>{order.order_number}</a>
              </b>
              <small>
                {order.organization} · {reasonOf(order)}
              </small>
            </span>
            <span className="parcel-state">
              <OrderStatusBadge status={order.status} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function reasonOf(order: PackedOrder): string {
  const labels = order.packages.filter((each) => isLabel(each) || isLost(each));
  if (labels.length > 0) return labels.map(labelText).join(", ");
  const why = whyNotShippable(order);
  if (why) return notShippable[why];
  return order.owed.length === 0 ? "Nothing is left to ship." : "It has no address.";
}

/** Made here, and not stored any more. */
const isLost = ({ has_label, status, weight_grams }: PackedOrder["packages"][number]): boolean =>
  !has_label && weight_grams !== null && status === "sent";

const labelText = (parcel: PackedOrder["packages"][number]): string =>
  isLost(parcel)
    ? `Label ${parcel.tracking_id} was lost: print it in the carrier’s own program, or void it on the order’s page and make another`
    : `Label ${parcel.tracking_id}`;

const make = formPost(contract.createLabels, {
  path: pages.shipOrders,
  page: shipOrdersPage,
  back: (_result, c) => pages.shipOrders + new URL(c.req.url).search,
  complete: splitSerials,
  async send(ctx, { body }) {
    const { results } = await createLabels(ctx, body);
    const refused = results.filter(({ outcome }) => outcome === "refused");
    if (refused.length > 0)
      throw new BadRequest(
        refused.map(({ order_id, message }) => ({
          code: "custom",
          path: ["parcels", order_id, "weight_grams"],
          message: message ?? "",
        })),
      );
    return results.length;
  },
  done: (count: number) =>
    `${counted(count, "label")} ${count === 1 ? "is" : "are"} made. Print ${count === 1 ? "it" : "them"} as one file.`,
  refusal: ({ issues = [] }, typed) => {
    const left = new Set(issues.map(({ path }) => path[1])).size;
    const made = typed.getAll("order_ids").length - left;
    const rest = `${counted(left, "order")} ${left === 1 ? "was" : "were"} refused, with the reason below.`;
    return { message: made > 0 ? `${counted(made, "label")} ${made === 1 ? "is" : "are"} made. ${rest}` : rest };
  },
});

export const shipTogether = bulkAction(
  { access: "shipping:act", body: contract.createLabels.body },
  {
    label: "Ship together",
    path: pages.chooseShipOrders,
    is_main: true,
    ids: "order_ids",
    send: (_ctx, { body }) => Promise.resolve(body.order_ids),
    next: (ids) => hrefOf(pages.shipOrders, {}, { order_ids: ids.join(",") }),
  },
);

export const shipOrdersPages: Route[] = [shipOrdersPage, make];
