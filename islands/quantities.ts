/* Quantity buttons, and the sum of the ticked lines, in the form that orders again; without script the buttons
   submit the form. Imports nothing, because a shared chunk would be one more request. */

const currencyFormat = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

function showSum(form: HTMLFormElement): void {
  let [count, cents] = [0, 0];
  for (const field of form.querySelectorAll<HTMLInputElement>("[data-price]")) {
    if (!field.closest("tr")?.querySelector<HTMLInputElement>("[type=checkbox]")?.checked) continue;
    const quantity = Math.max(Number(field.value) || 0, 0);
    count += quantity;
    cents += quantity * Number(field.dataset["price"]);
  }
  const [items, sum] = [form.querySelector("[data-items]"), form.querySelector("[data-sum]")];
  if (items) items.textContent = count === 1 ? "Subtotal, 1 item" : `Subtotal, ${count.toLocaleString("en-US")} items`;
  if (sum) sum.textContent = currencyFormat.format(cents / 100);
}

function onClick(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>("button[name=step]") : null;
  const field = button?.parentElement?.querySelector<HTMLInputElement>("[data-price]");
  if (!button?.form || !field) return;
  event.preventDefault();
  const by = Number(button.value.split(":")[1]);
  field.value = String(Math.min(Math.max((Number(field.value) || 0) + by, 1), 10_000));
  // a user who changes the quantity wants to order the product
  const box = field.closest("tr")?.querySelector<HTMLInputElement>("[type=checkbox]");
  if (box) box.checked = true;
  showSum(button.form);
}

const orderForms = document.querySelectorAll<HTMLFormElement>(".again");
for (const form of orderForms) {
  form.classList.add("sums");
  form.addEventListener("click", onClick);
  form.addEventListener("input", () => showSum(form));
}
const showSums = () => orderForms.forEach(showSum);
showSums();
// after going back, the browser restores the input only once the scripts have run
addEventListener("pageshow", showSums);
