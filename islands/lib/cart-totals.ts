import { shippingText } from "../../worker/contract/buying/shipping-change.ts";
import { countItems } from "./cart-badge.ts";
import { formatMoney } from "./money.ts";

type ShownCart = { products: Record<string, number>; shipping: { price: number } | null; updated_at: string };

/**
 * Updates the server-rendered totals of the cart and of its lines, which have `data-product` and, if they have a price,
 * `data-price` (US cents). Reloads the page if the cart has other products.
 */
export function showCartTotals({ products, shipping, updated_at }: ShownCart): void {
  const lines = [...document.querySelectorAll<HTMLElement>("[data-product]")];
  const displayedIds = lines.map((line) => line.dataset["product"] ?? "");
  if (Object.keys(products).some((id) => !displayedIds.includes(id)) || displayedIds.some((id) => !(id in products)))
    return location.reload();
  let subtotal = 0;
  for (const line of lines) {
    const { product = "", price } = line.dataset;
    if (price === undefined) continue;
    const total = Number(price) * (products[product] ?? 0);
    subtotal += total;
    const element = line.querySelector(".line-total");
    if (element) element.textContent = formatMoney(total);
  }
  const textById = {
    "cart-subtotal": formatMoney(subtotal),
    "cart-today": formatMoney(subtotal),
    "cart-items": subtotalLabel(countItems(products)),
    ...(shipping && { "cart-shipping": shippingText(shipping.price) }),
  };
  for (const [id, text] of Object.entries(textById)) {
    const element = document.getElementById(id);
    if (element) element.textContent = text;
  }
  // The forms that request a quote and take a cart back send the version of the cart that the buyer sees.
  for (const version of document.querySelectorAll<HTMLInputElement>("[name=updated_at], [name=version]"))
    version.value = updated_at;
}

export const subtotalLabel = (count: number): string =>
  count === 1 ? "Subtotal, 1 item" : `Subtotal, ${count.toLocaleString("en-US")} items`;
