import { uuid } from "../../../worker/contract/fields.ts";
import { quantity } from "../../../worker/contract/entities/cart.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";

const prefix = "products.";
const isQuantityField = (name: string, value: string): boolean =>
  name.startsWith(prefix) &&
  uuid().safeParse(name.slice(prefix.length)).success &&
  quantity().safeParse(Number(value)).success;

export const cartHrefWith = (typed: URLSearchParams): string =>
  hrefOf(pages.cart, {}, Object.fromEntries([...typed].filter(([name, value]) => isQuantityField(name, value))));

export function productHrefWith(typed: URLSearchParams): string {
  const [product_id = "", typed_quantity = ""] = ["product_id", "quantity"].map((name) => typed.get(name) ?? "");
  const isValid = uuid().safeParse(product_id).success && quantity().safeParse(Number(typed_quantity)).success;
  return isValid ? hrefOf(pages.product, { product_id }, { quantity: typed_quantity }) : pages.cart;
}

export const typedQuantities = ({ searchParams }: URL): Record<string, number> =>
  Object.fromEntries(
    [...searchParams]
      .filter(([name, value]) => isQuantityField(name, value))
      .map(([name, value]) => [name.slice(prefix.length), Number(value)]),
  );
