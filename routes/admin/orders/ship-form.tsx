import { hasExportFiling, isAboveFiling } from "../../../worker/contract/buying/customs.ts";
import { servicesTo, weightMaxGrams } from "../../../worker/contract/entities/package.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { Package, PackedProduct } from "../../../worker/domain/fulfilment/index.ts";
import type { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { Tabs } from "../../../worker/ui/parts/tabs.tsx";
import { CustomsNotice, toGoods } from "./customs-notice.tsx";
import type { OrderWithLines } from "./order-with-lines.ts";
import { Parcel } from "./parcel.tsx";

type Typed = Parameters<typeof fieldsOf>[0];
/** The URL holds the choice, so no script is needed. */
type Choice = { by: "carrier" | "number"; count: number; has_carrier: boolean };

const packagesMax = 20;

export function readChoice({ searchParams }: URL, has_carrier: boolean, input: Typed): Choice {
  const requestedCount = Number(searchParams.get("packages") ?? 1);
  const rows = Object.keys(input?.values ?? {}).map((name) => Number(/^packages\.(\d+)\./.exec(name)?.[1] ?? 0) + 1);
  const count = Math.min(Math.max(1, Number.isInteger(requestedCount) ? requestedCount : 1, ...rows), packagesMax);
  const by = has_carrier && searchParams.get("by") !== "number" ? "carrier" : "number";
  return { by, count, has_carrier };
}

type ShipFormProps = {
  order: OrderWithLines;
  /** Carrier service of the paid shipping rate. */
  service: string | null;
  products: readonly PackedProduct[];
  packages: readonly Package[];
  choice: Choice;
  /** Undefined without an account at the carrier. */
  sender_country: string | undefined;
  can_edit_products: boolean;
  typed: Typed;
};

/** Requested at the carrier, but not yet recorded with the order. */
export const isUnfinished = ({ status, weight_grams }: Package): boolean =>
  weight_grams !== null && (status === "asked" || status === "made");

export function ShipForm(props: ShipFormProps) {
  const { order, service, products, packages, choice, sender_country = "", can_edit_products, typed } = props;
  const { by, has_carrier } = choice;
  const country = order.shipping_data.address?.country ?? null;
  const abroad = by === "carrier" && country !== null && country !== sender_country ? country : undefined;
  const unfinished = by === "carrier" ? packages.filter(isUnfinished) : [];
  const count = Math.min(Math.max(choice.count, unfinished.length), packagesMax);
  const open = order.lines.filter(({ owed_quantity }) => owed_quantity > 0);
  const query = (more: Record<string, string>) =>
    `${hrefOf(pages.adminOrder, { order_id: order.id }, { by, packages: String(count), ...more })}#ship`;
  // renders the input again with one more package
  const more = `${hrefOf(pages.morePackages, { order_id: order.id }, { by, packages: String(count + 1) })}#ship`;
  const numbers = Array.from({ length: count }, (_, index) => index);
  const what = count === 1 ? "1 package" : `${count} packages`;
  return (
    <>
      {has_carrier && (
        <Tabs
          label="How it is sent"
          tabs={[
            { label: "With a label of Fulex", href: query({ by: "carrier" }) },
            { label: "With a tracking number", href: query({ by: "number" }) },
          ]}
          current={query({})}
        />
      )}
      <form
        method="post"
        action={hrefOf(pages.shipOrder, { order_id: order.id }, { by, packages: String(count) })}
        noValidate
        className="card ship"
      >
        {by === "carrier" && (
          <>
            <input type="hidden" name="create" value="true" />
            {abroad !== undefined && (
              <CustomsNotice
                country={abroad}
                lines={open}
                products={products}
                by_number={query({ by: "number" })}
                can_edit={can_edit_products}
              />
            )}
            <p className="small">
              A label is for at most {weightMaxGrams.toLocaleString("en-US")} g (150 lb) per package. Book a heavier
              package as freight in the carrier's own program, then{" "}
              <a href={query({ by: "number" })}>ship it with its tracking number</a>.
            </p>
          </>
        )}
        {numbers.map((index) => (
          <fieldset key={index} className="row" aria-label={`Package ${index + 1}`}>
            <Parcel
              by={by}
              method={order.shipping_data.method}
              service={service}
              services={servicesTo(country, sender_country)}
              has_filing={
                abroad !== undefined &&
                hasExportFiling(sender_country, abroad) &&
                isAboveFiling(toGoods(open, products))
              }
              index={index}
              is_only={count === 1}
              lines={open}
              products={products}
              begun={unfinished[index]}
              typed={typed}
            />
          </fieldset>
        ))}
        <div className="actions">
          <button className={order.status === "shipped" ? "button quiet" : "button"}>
            {by === "carrier" ? `Create the labels and ship ${what}` : `Ship ${what}`}
          </button>
          {count < packagesMax && (
            <button className="button quiet" formAction={more}>
              One more package
            </button>
          )}
        </div>
      </form>
    </>
  );
}
