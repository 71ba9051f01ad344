import { createInvalidRequest } from "./failure.ts";
import type { FormGroup } from "./form.ts";
import { innerList } from "./listing.ts";
import { readKind, hideFields } from "./wire.ts";
import type { World } from "../state.ts";

type Fields = Record<string, unknown>;

// `data` of a list counts as a level.
const maxDepth = 4;

export function readExpansions(form: FormGroup): string[] {
  const paths = Object.values(form["expand"] ?? {}).filter((path) => typeof path === "string");
  const deepPath = paths.find((path) => path.split(".").length > maxDepth);
  if (deepPath === undefined) return paths;
  const message = `You cannot expand more than ${maxDepth} levels of a property. Property: ${deepPath}`;
  throw createInvalidRequest(message, { code: "property_expansion_max_depth" });
}

/** Replaces the ids at `paths` by objects, and adds the fields there that are left out by default. */
export function expandAnswer(world: World, answer: object, paths: string[]): object {
  let expandedAnswer: unknown =
    readKind(answer) === "list" ? { ...answer, data: readListData(answer).map(hideFields) } : hideFields(answer);
  for (const path of paths) expandedAnswer = expandStep(world, expandedAnswer, answer, path.split("."), path);
  return Object(expandedAnswer);
}

function readListData(list: object): object[] {
  return "data" in list && Array.isArray(list.data) ? list.data : [];
}

/** `shown` is the response so far; `full` is the same value with all hidden fields. */
function expandStep(
  world: World,
  shown: unknown,
  full: unknown,
  [step = "", ...rest]: string[],
  path: string,
): unknown {
  if (Array.isArray(shown)) {
    const fullItems: unknown[] = Array.isArray(full) ? full : shown;
    return shown.map((one: unknown, index) => expandStep(world, one, fullItems[index], [step, ...rest], path));
  }
  if (!isFields(shown) || !isFields(full)) return shown;
  const fieldValue = step in shown ? shown[step] : step in full ? full[step] : includedList(world, shown, step);
  if (fieldValue === undefined) throw createExpansionFailure(path);
  if (fieldValue === null) return shown;
  if (typeof fieldValue === "number" && shown[step] === undefined) return { ...shown, [step]: fieldValue };
  const child = typeof fieldValue === "string" ? findById(world, fieldValue) : fieldValue;
  if (typeof child !== "object") throw createExpansionFailure(path);
  const expandedChild =
    rest.length === 0
      ? child
      : expandStep(world, child, typeof fieldValue === "string" ? child : fieldValue, rest, path);
  return { ...shown, [step]: expandedChild };
}

function createExpansionFailure(path: string) {
  return createInvalidRequest(`This property cannot be expanded (${path}).`, { param: "expand" });
}

function includedList(world: World, object: Fields, step: string): unknown {
  const id = String(object["id"]);
  if (readKind(object) === "invoice" && step === "payments") {
    return innerList("/v1/invoice_payments", world.invoicePayments.by("invoice", id));
  }
  if (readKind(object) === "charge" && step === "refunds") {
    return innerList(`/v1/charges/${id}/refunds`, world.refunds.by("charge", id).toReversed());
  }
  if (readKind(object) === "customer" && step === "subscriptions") {
    const liveSubscriptions = world.subscriptions.by("customer", id).filter(({ status }) => status !== "canceled");
    return innerList(`/v1/customers/${id}/subscriptions`, liveSubscriptions.toReversed());
  }
  if (readKind(object) === "refund" && step === "failure_balance_transaction") return null;
  // The invoice has this field only once it was paid outside Stripe.
  return readKind(object) === "invoice" && step === "amount_paid_off_stripe" ? 0 : undefined;
}

function findById(world: World, id: string): object | undefined {
  const tables: Record<string, { find(id: string): object | undefined }> = {
    cus: world.customers,
    pm: world.paymentMethods,
    seti: world.setupIntents,
    prod: world.products,
    price: world.prices,
    in: world.invoices,
    ii: world.invoiceItems,
    pi: world.paymentIntents,
    ch: world.charges,
    py: world.charges,
    re: world.refunds,
    pyr: world.refunds,
    du: world.disputes,
    txn: world.balanceTransactions,
    sub: world.subscriptions,
  };
  if (id.startsWith("sub_sched_")) return world.schedules.find(id);
  return tables[id.split("_")[0] ?? ""]?.find(id) ?? world.products.find(id);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
