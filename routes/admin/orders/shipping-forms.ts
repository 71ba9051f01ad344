import * as z from "zod/mini";
import * as contract from "../../../worker/contract/v1/admin/shipping.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { cancelPackage, receiveOrder, shipOrder } from "../../../worker/domain/fulfilment/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import { formPost } from "../../../worker/http/form.ts";
import { orderHref } from "./chosen-lines.ts";
import { orderPage } from "./order.tsx";

const isSerialsField = (name: string) => /\.serials\./.test(name);

const isQuantityField = (name: string) => /^packages\.\d+\.lines\./.test(name);

/** Replaces each field of several serial numbers by one field per serial number. */
export async function splitSerials(fields: URLSearchParams): Promise<void> {
  for (const [name, text] of [...fields].filter(([each]) => isSerialsField(each))) {
    fields.delete(name);
    for (const serial of text.split(/[\s,;]+/).filter(Boolean)) fields.append(name, serial);
  }
}

/** Drops empty packages after the first. */
async function normalizePackages(sentFields: URLSearchParams): Promise<void> {
  await splitSerials(sentFields);
  for (const [name, text] of [...sentFields].filter(([each]) => isQuantityField(each)))
    if (!text) sentFields.set(name, "0");
  const rows = new Set([...sentFields.keys()].flatMap((name) => /^packages\.([1-9]\d*)\./.exec(name)?.[1] ?? []));
  const defaultFieldPattern = /\.(id|freight_service)$/;
  for (const row of rows) {
    const names = [...sentFields.keys()].filter((name) => name.startsWith(`packages.${row}.`));
    if (
      names.every(
        (name) =>
          defaultFieldPattern.test(name) ||
          !sentFields.get(name) ||
          (isQuantityField(name) && sentFields.get(name) === "0"),
      )
    )
      for (const name of names) sentFields.delete(name);
  }
}

const shipForm = formPost(contract.shipOrder, {
  path: pages.shipOrder,
  page: orderPage,
  back: orderHref,
  complete: normalizePackages,
  async send(ctx, { params, body }) {
    await shipOrder(ctx, params.order_id, body);
    return { count: body.packages.length, is_label: body.create === true };
  },
  // a package with a new label has not left yet
  done: ({ count, is_label }) =>
    is_label
      ? `${count === 1 ? "The label is" : `${count} labels are`} ready to print, and the buyer is notified.`
      : count === 1
        ? "The package is on its way."
        : `${count} packages are on their way.`,
  refusal: ({ message, subject_id }) => ({ message: subject_id === undefined ? message : `${subject_id}: ${message}` }),
});

const receiveForm = formPost(
  { access: "shipping:act", params: contract.shipOrder.params, body: z.object({}) } as const,
  {
    path: pages.receiveOrder,
    back: orderHref,
    send: (ctx, { params }) => receiveOrder(ctx, params.order_id),
    done: () => "The order is received.",
  },
);

const cancelForm = formPost(contract.cancelPackage, {
  path: pages.cancelPackage,
  back: orderHref,
  send: (ctx, { params }) => cancelPackage(ctx, params),
  done: () => "The label is void.",
});

export const shippingForms: Route[] = [shipForm, receiveForm, cancelForm];
