import { Fragment } from "react";
import { customsValueOf, listMissingCustomsFields, missingText } from "../../../worker/contract/buying/customs.ts";
import { formatMoney } from "../../../worker/contract/buying/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { OrderLine, PackedProduct } from "../../../worker/domain/fulfilment/index.ts";
import { countryName } from "../../countries.ts";

type CustomsSummaryProps = {
  country: string;
  lines: readonly OrderLine[];
  products: readonly PackedProduct[];
  by_number: string;
  can_edit: boolean;
};

export function CustomsSummary({ country, lines, products, by_number, can_edit }: CustomsSummaryProps) {
  const goods = toGoods(lines, products);
  const incompleteGoods = goods.flatMap((each) => {
    const missing = listMissingCustomsFields(each);
    return missing.length > 0 ? [{ ...each, missing }] : [];
  });
  if (incompleteGoods.length === 0)
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
        {incompleteGoods.map(({ id, product_id, name, missing }) => (
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

export const toGoods = (lines: readonly OrderLine[], products: readonly PackedProduct[]) =>
  lines.flatMap(({ id, name, owed_quantity: quantity }) => {
    const product = products.find((each) => each.id === id);
    return product ? [{ ...product, name, quantity }] : [];
  });
