import { Fragment } from "react";
import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import {
  customsValueOf,
  exportFilingFrom,
  hasExportFiling,
  isAboveFiling,
  missingForCustoms,
  missingText,
  weightOf,
} from "../../../worker/contract/buying/customs.ts";
import { formatMoney } from "../../../worker/contract/buying/money.ts";
import { serviceChoice, servicesTo, serviceText, weightMaxGrams } from "../../../worker/contract/entities/package.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { OrderLine, Package, PackedProduct } from "../../../worker/domain/fulfilment/index.ts";
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { Tabs } from "../../../worker/ui/parts/tabs.tsx";
import { countryName } from "../../countries.ts";
import type { OrderWithLines } from "./order-with-lines.ts";

type Typed = Parameters<typeof fieldsOf>[0];
/** The URL holds the choice, so no script is needed. */
type Choice = { by: "carrier" | "number"; count: number; has_carrier: boolean };

const packagesMax = 20;

export function readChoice({ searchParams }: URL, has_carrier: boolean, typed: Typed): Choice {
  const requestedCount = Number(searchParams.get("packages") ?? 1);
  const rows = Object.keys(typed?.values ?? {}).map((name) => Number(/^packages\.(\d+)\./.exec(name)?.[1] ?? 0) + 1);
  const count = Math.min(Math.max(1, Number.isInteger(requestedCount) ? requestedCount : 1, ...rows), packagesMax);
  const by = has_carrier && searchParams.get("by") !== "number" ? "carrier" : "number";
  return { by, count, has_carrier };
}

export const serviceOptions = (services: readonly string[]) =>
  [["", "Choose one"], ...services.map((each) => [each, serviceText(each)] as const)] as const;

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
        className="ship"
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

type CustomsNoticeProps = {
  country: string;
  lines: readonly OrderLine[];
  products: readonly PackedProduct[];
  by_number: string;
  can_edit: boolean;
};

function CustomsNotice({ country, lines, products, by_number, can_edit }: CustomsNoticeProps) {
  const goods = toGoods(lines, products);
  const lacking = goods.flatMap((each) => {
    const missing = missingForCustoms(each);
    return missing.length > 0 ? [{ ...each, missing }] : [];
  });
  if (lacking.length === 0)
    return (
      <p className="small">
        The label comes with a customs declaration for {countryName(country)} and a commercial invoice to print and
        attach. The recipient pays duties and taxes.
        {goods.map((each) => (
          <Fragment key={each.id}>
            <br />
            {each.name}: made in {countryName(each.country_of_origin)}, HS {each.hs_code},{" "}
            {formatMoney(customsValueOf(each))} each
          </Fragment>
        ))}
      </p>
    );
  return (
    <div className="notice warning">
      <p>A label to {countryName(country)} needs customs data that is missing:</p>
      <ul>
        {lacking.map(({ id, product_id, name, missing }) => (
          <li key={id}>
            {missingText(name, missing)}.{" "}
            {can_edit && <a href={`${hrefOf(pages.editProduct, { product_id })}#shipping`}>Add it</a>}
          </li>
        ))}
      </ul>
      <p>
        Or ship the order in the carrier's own software and <a href={by_number}>enter the tracking number</a>.
      </p>
    </div>
  );
}

const toGoods = (lines: readonly OrderLine[], products: readonly PackedProduct[]) =>
  lines.flatMap(({ id, name, owed_quantity: quantity }) => {
    const product = products.find((each) => each.id === id);
    return product ? [{ ...product, name, quantity }] : [];
  });

type ParcelProps = {
  by: Choice["by"];
  /** Shipping option that was paid. */
  method: string | null;
  /** Carrier service of the paid rate. */
  service: string | null;
  services: readonly string[];
  has_filing: boolean;
  index: number;
  is_only: boolean;
  lines: readonly OrderLine[];
  products: readonly PackedProduct[];
  begun: Package | undefined;
  typed: Typed;
};

/** The first package takes all that is owed unless it is told otherwise. */
function Parcel({
  by,
  method,
  service,
  services,
  has_filing,
  index,
  is_only,
  lines,
  products,
  begun,
  typed,
}: ParcelProps) {
  const name = (field: string) => `packages.${index}.${field}`;
  const productOf = (id: string) => products.find((each) => each.id === id);
  const choice = serviceChoice({ service, option: method }, services);
  const proposal = String(
    weightOf(
      lines.map(({ id, owed_quantity: quantity }) => ({ weight_grams: productOf(id)?.weight_grams ?? null, quantity })),
    ) || "",
  );
  const current = {
    [name("id")]: begun?.id ?? crypto.randomUUID(),
    [name("freight_service")]: begun?.freight_service ?? (by === "carrier" ? choice.value : ""),
    [name("weight_grams")]: begun?.weight_grams ? String(begun.weight_grams) : is_only ? proposal : "",
    ...Object.fromEntries(
      lines.map(({ id, owed_quantity }) => [name(`lines.${id}`), String(index === 0 ? owed_quantity : 0)]),
    ),
  };
  const isTyped = Object.keys(typed?.values ?? {}).some((each) => each.startsWith(name("")));
  const { field, list } = fieldsOf(isTyped ? typed : undefined, current);
  const weight = field(name("weight_grams"));
  // The weight of all that is owed was proposed for the only package.
  const isOutdated = !is_only && weight.defaultValue === proposal;
  return (
    <>
      {by === "carrier" ? (
        <>
          <input type="hidden" name={name("id")} value={field(name("id")).defaultValue || current[name("id")]} />
          <SelectField
            {...field(name("freight_service"))}
            label="Service"
            options={serviceOptions(services)}
            hint={choice.hint}
          />
          <Field
            {...weight}
            {...(isOutdated && { defaultValue: "" })}
            label="Weight in grams"
            inputMode="numeric"
            hint={
              proposal === ""
                ? undefined
                : is_only
                  ? "Proposed from its products."
                  : "Left empty, that of its products."
            }
          />
          {has_filing && (
            <Field
              {...field(name("itn"))}
              label="ITN of the export filing"
              is_optional={!is_only}
              maxLength={19}
              autoComplete="off"
              hint={`For more than ${formatMoney(exportFilingFrom)} of one HS code, from AES.`}
            />
          )}
        </>
      ) : (
        <>
          <Field {...field(name("tracking_id"))} label="Tracking number" maxLength={64} />
          <Field {...field(name("freight_carrier"))} label="Carrier" is_optional maxLength={64} />
          <Field {...field(name("freight_service"))} label="Service" is_optional maxLength={64} />
          <Field {...field(name("tracking_link"))} label="Where to follow it" type="url" is_optional maxLength={1024} />
        </>
      )}
      {lines.map(({ id, name: product, quantity, owed_quantity, serial_number }) => {
        const { chosen, error, name: serials } = list(name(`serials.${id}`));
        return (
          <Fragment key={id}>
            <Field
              {...field(name(`lines.${id}`))}
              label={`How many of ${product}`}
              hint={`${owed_quantity} of ${quantity} ${owed_quantity === 1 ? "is" : "are"} still owed.`}
              inputMode="numeric"
              maxLength={7}
            />
            {productOf(id)?.has_serials && serial_number.length < quantity && (
              <TextAreaField
                name={serials}
                error={error}
                label={`Serial numbers of ${product}`}
                hint="One in each line."
                is_optional
                rows={2}
                defaultValue={chosen.join("\n")}
              />
            )}
          </Fragment>
        );
      })}
    </>
  );
}
