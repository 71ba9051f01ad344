import { Fragment } from "react";
import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import {
  freightServices,
  serviceOfOption,
  serviceText,
  weightMaxGrams,
} from "../../../worker/contract/entities/package.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { AdminOrder, OrderLine, Package } from "../../../worker/domain/fulfilment/index.ts";
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { Tabs } from "../../../worker/ui/parts/tabs.tsx";

type OrderWithLines = AdminOrder & { lines: OrderLine[] };
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

export const serviceOptions = [
  ["", "Choose one"],
  ...freightServices.map((each) => [each, serviceText(each)] as const),
] as const;

type ShipFormProps = {
  order: OrderWithLines;
  serial_lines: readonly string[];
  packages: readonly Package[];
  choice: Choice;
  typed: Typed;
};

/** Requested at the carrier, but not yet recorded with the order. */
export const isUnfinished = ({ status, weight_grams }: Package): boolean =>
  weight_grams !== null && (status === "asked" || status === "made");

export function ShipForm({ order, serial_lines, packages, choice, typed }: ShipFormProps) {
  const { by, has_carrier } = choice;
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
              index={index}
              lines={open}
              serial_lines={serial_lines}
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

type ParcelProps = {
  by: Choice["by"];
  /** Shipping option that was paid. */
  method: string | null;
  index: number;
  lines: readonly OrderLine[];
  serial_lines: readonly string[];
  begun: Package | undefined;
  typed: Typed;
};

/** The first package takes all that is owed unless it is told otherwise. */
function Parcel({ by, method, index, lines, serial_lines, begun, typed }: ParcelProps) {
  const name = (field: string) => `packages.${index}.${field}`;
  const current = {
    [name("id")]: begun?.id ?? crypto.randomUUID(),
    [name("freight_service")]: begun?.freight_service ?? (by === "carrier" ? (serviceOfOption(method) ?? "") : ""),
    [name("weight_grams")]: begun?.weight_grams ? String(begun.weight_grams) : "",
    ...Object.fromEntries(
      lines.map(({ id, owed_quantity }) => [name(`lines.${id}`), String(index === 0 ? owed_quantity : 0)]),
    ),
  };
  const isTyped = Object.keys(typed?.values ?? {}).some((each) => each.startsWith(name("")));
  const { field, list } = fieldsOf(isTyped ? typed : undefined, current);
  return (
    <>
      {by === "carrier" ? (
        <>
          <input type="hidden" name={name("id")} value={field(name("id")).defaultValue || current[name("id")]} />
          <SelectField
            {...field(name("freight_service"))}
            label="Service"
            options={serviceOptions}
            hint={method === null ? undefined : `The buyer chose ${method}.`}
          />
          <Field {...field(name("weight_grams"))} label="Weight in grams" inputMode="numeric" />
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
              hint={`${owed_quantity} of ${quantity} are still owed.`}
              inputMode="numeric"
              maxLength={7}
            />
            {serial_lines.includes(id) && serial_number.length < quantity && (
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
