import {
  customsValueOf,
  exportFilingFrom,
  hasExportFiling,
  isAboveFiling,
  listMissingCustomsFields,
  missingText,
} from "../../../contract/buying/customs.ts";
import { formatMoney } from "../../../contract/buying/money.ts";
import { BadRequest } from "../../../contract/errors.ts";
import type { Parcel } from "../../../gateways/fulex/index.ts";
import type { PackedLine } from "../packages/package-contents.ts";
import type { ShippedOrder } from "../packages/read-order.ts";

export type Customs = NonNullable<Parcel["customs"]>;
type PackedGoods = ShippedOrder["lines"][number] & { quantity: number };

export const toGoods = ({ lines }: ShippedOrder, content: readonly PackedLine[]): PackedGoods[] =>
  content.flatMap(({ line_id, quantity }) => {
    const line = lines.find(({ id }) => id === line_id);
    return line ? [{ ...line, quantity }] : [];
  });

type Crossing = { place: number; sender: string; country: string; itn: string | undefined };

/** @throws BadRequest that names the products whose data is incomplete, or the missing export filing */
export function buildCustoms(goods: readonly PackedGoods[], { place, sender, country, itn }: Crossing): Customs {
  const incompleteProducts = goods.flatMap((each) => {
    const missing = listMissingCustomsFields(each);
    return missing.length > 0 ? [missingText(each.name, missing)] : [];
  });
  if (incompleteProducts.length > 0 || goods.length === 0)
    throw invalidField(
      ["create"],
      `Fulex requires customs documents for ${country}${incompleteProducts.length > 0 ? `: ${incompleteProducts.join("; ")}. Add it to the product` : ", and the package holds nothing of the order. Name its content"}, or ship the order in the carrier's own software and enter the tracking number.`,
    );
  const items = goods.map((each) => ({
    description: [each.name, each.short_description].filter(Boolean).join(", "),
    quantity: each.quantity,
    unit_value: customsValueOf(each),
    weight_grams: (each.weight_grams ?? 0) * each.quantity,
    country_of_origin: each.country_of_origin ?? "",
    hs_code: each.hs_code ?? "",
  }));
  if (!hasExportFiling(sender, country)) return { items };
  if (itn !== undefined) return { items, export_statement: itn.replace(/^(AES ?)?/, "AES") };
  if (isAboveFiling(goods))
    throw invalidField(
      ["packages", place, "itn"],
      `Exports above ${formatMoney(exportFilingFrom)} of one HS code are filed in AES first. Enter the ITN of the filing, such as X20261128123456.`,
    );
  return { items, export_statement: "NO_EEI_30_37_A" };
}

const invalidField = (path: (string | number)[], message: string) =>
  new BadRequest([{ code: "custom", path, message }]);
