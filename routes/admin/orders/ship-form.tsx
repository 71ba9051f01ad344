import { hasExportFiling, isAboveFiling } from "../../../worker/contract/buying/customs.ts";
import { listServices, weightMaxGrams } from "../../../worker/contract/entities/package.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { Package, PackedProduct } from "../../../worker/domain/fulfilment/index.ts";
import type { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { Tabs } from "../../../worker/ui/parts/tabs.tsx";
import { CustomsSummary, toGoods } from "./customs-notice.tsx";
import type { OrderWithLines } from "./order-with-lines.ts";
import { Parcel } from "./parcel.tsx";

type Typed = Parameters<typeof buildFieldProps>[0];
/** The URL holds the choice, so that the form works without script. `count` is the number of packages. */
type ShipChoice = { by: "carrier" | "number"; count: number; has_carrier: boolean };

const packagesMax = 20;

export function parseShipChoice({ searchParams }: URL, has_carrier: boolean, input: Typed): ShipChoice {
  const requestedCount = Number(searchParams.get("packages") ?? 1);
  const packageCounts = Object.keys(input?.values ?? {}).map(
    (name) => Number(/^packages\.(\d+)\./.exec(name)?.[1] ?? 0) + 1,
  );
  const count = Math.min(
    Math.max(1, Number.isInteger(requestedCount) ? requestedCount : 1, ...packageCounts),
    packagesMax,
  );
  const by = has_carrier && searchParams.get("by") !== "number" ? "carrier" : "number";
  return { by, count, has_carrier };
}

type ShipFormProps = {
  order: OrderWithLines;
  /** Carrier service of the paid shipping rate. */
  service: string | null;
  products: readonly PackedProduct[];
  packages: readonly Package[];
  choice: ShipChoice;
  /** Country of the carrier account; undefined if the shop has none. */
  sender_country: string | undefined;
  can_edit_products: boolean;
  typed: Typed;
};

/** True if a label was requested at the carrier, but the package is not recorded with the order yet. */
export const isUnfinished = ({ status, weight_grams }: Package): boolean =>
  weight_grams !== null && (status === "asked" || status === "made");

export function ShipForm(props: ShipFormProps) {
  const { order, service, products, packages, choice, sender_country = "", can_edit_products, typed } = props;
  const { by, has_carrier } = choice;
  const country = order.shipping_data.address?.country ?? null;
  const foreignCountry = by === "carrier" && country !== null && country !== sender_country ? country : undefined;
  const unfinishedPackages = by === "carrier" ? packages.filter(isUnfinished) : [];
  const count = Math.min(Math.max(choice.count, unfinishedPackages.length), packagesMax);
  const openLines = order.lines.filter(({ owed_quantity }) => owed_quantity > 0);
  const shipHref = (more: Record<string, string>) =>
    `${hrefOf(pages.adminOrder, { order_id: order.id }, { by, packages: String(count), ...more })}#ship`;
  // `morePackages` shows the form again with its input and one more package
  const morePackagesHref = `${hrefOf(pages.morePackages, { order_id: order.id }, { by, packages: String(count + 1) })}#ship`;
  const indexes = Array.from({ length: count }, (_, index) => index);
  const packagesText = count === 1 ? "1 package" : `${count} packages`;
  return (
    <>
      {has_carrier && (
        <Tabs
          label="How it is sent"
          tabs={[
            { label: "With a label of Fulex", href: shipHref({ by: "carrier" }) },
            { label: "With a tracking number", href: shipHref({ by: "number" }) },
          ]}
          current={shipHref({})}
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
            {foreignCountry !== undefined && (
              <CustomsSummary
                country={foreignCountry}
                lines={openLines}
                products={products}
                by_number={shipHref({ by: "number" })}
                can_edit={can_edit_products}
              />
            )}
            <p className="small">
              A label is for at most {weightMaxGrams.toLocaleString("en-US")} g (150 lb) per package. Book a heavier
              package as freight in the carrier's own program, then{" "}
              <a href={shipHref({ by: "number" })}>ship it with its tracking number</a>.
            </p>
          </>
        )}
        {indexes.map((index) => (
          <fieldset key={index} className="row" aria-label={`Package ${index + 1}`}>
            <Parcel
              by={by}
              method={order.shipping_data.method}
              service={service}
              services={listServices(country, sender_country)}
              has_filing={
                foreignCountry !== undefined &&
                hasExportFiling(sender_country, foreignCountry) &&
                isAboveFiling(toGoods(openLines, products))
              }
              index={index}
              is_only={count === 1}
              lines={openLines}
              products={products}
              begun={unfinishedPackages[index]}
              typed={typed}
            />
          </fieldset>
        ))}
        <div className="actions">
          <button className={order.status === "shipped" ? "button quiet" : "button"}>
            {by === "carrier" ? `Create the labels and ship ${packagesText}` : `Ship ${packagesText}`}
          </button>
          {count < packagesMax && (
            <button className="button quiet" formAction={morePackagesHref}>
              One more package
            </button>
          )}
        </div>
      </form>
    </>
  );
}
