import { shippingText } from "../../worker/contract/buying/shipping-change.ts";
import { countItems } from "./cart-badge.ts";
import { formatMoney } from "./money.ts";

type ShownCart = { products: Record<string, number>; shipping: { price: number } | null };

/**
 * Updates line and cart totals in the server-rendered page, whose lines have `data-product` and `data-price`. Reloads
 * the page if the cart holds other products.
 */
export function showCartTotals({ products, shipping }: ShownCart): void {
  const lines = [...document.querySelectorAll<HTMLElement>("[data-product]")];
  const shown = lines.map((line) => line.dataset["product"] ?? "");
  if (Object.keys(products).some((id) => !shown.includes(id)) || shown.some((id) => !(id in products)))
    return location.reload();
  let subtotal = 0;
  for (const line of lines) {
    const { product = "", price } = line.dataset;
    if (price === undefined) continue;
    const total = Number(price) * (products[product] ?? 0);
    subtotal += total;
    const place = line.querySelector(".line-total");
    if (place) place.textContent = formatMoney(total);
  }
  const places = {
    "cart-subtotal": formatMoney(subtotal),
    "cart-today": formatMoney(subtotal),
    "cart-items": itemsText(countItems(products)),
    ...(shipping && { "cart-shipping": shippingText(shipping.price) }),
  };
  for (const [id, text] of Object.entries(places)) {
    const place = document.getElementById(id);
    if (place) place.textContent = text;
  }
}

/** "Subtotal, 3 items". */
export const itemsText = (count: number): string =>
  count === 1 ? "Subtotal, 1 item" : `Subtotal, ${count.toLocaleString("en-US")} items`;
