export const countItems = (products: Record<string, number>): number =>
  Object.values(products).reduce((sum, quantity) => sum + quantity, 0);

export function showCartCount(products: Record<string, number>): void {
  const badge = document.getElementById("cart-count");
  if (!badge) return;
  const count = countItems(products);
  badge.classList.toggle("rolled", badge.textContent !== String(count));
  badge.textContent = String(count);
  badge.classList.toggle("none", count === 0);
}
