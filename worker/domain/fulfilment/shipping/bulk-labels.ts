import type { PDFDocument, PDFPage } from "@cantoo/pdf-lib";
import type * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import { findPaidService, listServices } from "../../../contract/entities/package.ts";
import { BadRequest, Failure, notFound } from "../../../contract/errors.ts";
import type * as contract from "../../../contract/v1/admin/shipping.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { deriveUuids } from "../../derived-uuids.ts";
import { listPackedOrders, type PackedOrder } from "../packages/list-packed-orders.ts";
import { findLabel, logLostDocuments } from "./labels.ts";
import { carrierName, requireCarrier } from "./make-shipments.ts";
import { readPdf } from "./pdf.ts";
import { shipOrder } from "./ship-order.ts";

type Body = InputOf<typeof contract.createLabels>["body"];
type Parcel = NonNullable<Body["parcels"]>[string];
type Result = z.output<typeof contract.createLabels.reply>["results"][number];

/** Labels requested in parallel; few, because the carrier limits the requests per second. */
const atOnceMax = 4;

/**
 * Ships each order in one package with a label. A label that was bought stays recorded whatever happens to the others,
 * and a repeated request finds it. @throws BadRequest without an account at the carrier
 */
export async function createLabels(ctx: Ctx, { order_ids, parcels = {} }: Body): Promise<{ results: Result[] }> {
  const { country: sender } = requireCarrier(ctx);
  const ids = [...new Set(order_ids)];
  const orders = new Map((await listPackedOrders(ctx, ids)).map((order) => [order.id, order]));
  const results: Result[] = [];
  for (let from = 0; from < ids.length; from += atOnceMax)
    results.push(
      ...(await Promise.all(
        ids
          .slice(from, from + atOnceMax)
          .map((id) => createLabel(ctx, id, { sender, order: orders.get(id), parcel: parcels[id] })),
      )),
    );
  return { results };
}

type LabelRequest = { sender: string; order: PackedOrder | undefined; parcel: Parcel | undefined };

async function createLabel(ctx: Ctx, order_id: string, { sender, order, parcel }: LabelRequest): Promise<Result> {
  const baseResult = {
    order_id,
    order_number: order?.order_number ?? null,
    outcome: "refused",
    tracking_id: null,
  } as const;
  if (!order) return { ...baseResult, message: notFound("ORDER_NOT_FOUND").message };
  if (order.owed.length === 0 && order.packages.every(({ status }) => !isBegun(status))) {
    const sent = order.packages.findLast(({ status }) => status !== "canceled");
    if (!sent) return { ...baseResult, message: "Nothing of this order is left to ship." };
    return { ...baseResult, outcome: "had", tracking_id: sent.tracking_id, message: null };
  }
  try {
    await shipOrder(ctx, order_id, { create: true, packages: [await buildPackage(order, sender, parcel)] });
  } catch (error) {
    const message = refusalMessage(error);
    if (message === undefined) throw error;
    return { ...baseResult, message };
  }
  const [shipped] = await listPackedOrders(ctx, [order_id]);
  const tracking_id = shipped?.packages.findLast(({ status }) => status === "sent")?.tracking_id ?? null;
  return { ...baseResult, outcome: "made", tracking_id, message: null };
}

const refusalMessage = (error: unknown): string | undefined => {
  if (error instanceof BadRequest) return error.issues[0]?.message;
  if (error instanceof GatewayError)
    return `${carrierName} did not answer. Try again: a label that it may have made is looked up first.`;
  return error instanceof Failure && error.status < 500 ? error.message : undefined;
};

const isBegun = (status: PackedOrder["packages"][number]["status"]): boolean => status === "asked" || status === "made";

/**
 * Continues the unfinished package of the order, if it has one. The id of a new package is derived from the order and
 * the number of its packages, so that retries get the same id until the package has shipped or is void.
 */
async function buildPackage(order: PackedOrder, sender: string, parcel: Parcel = {}) {
  const begunPackages = order.packages.filter(({ status }) => isBegun(status));
  if (begunPackages.length > 1)
    throw new BadRequest([
      {
        code: "custom",
        path: ["packages"],
        message: "Several packages of this order were begun. Finish them on its page.",
      },
    ]);
  const [{ id, weight_grams, freight_service } = {}] = begunPackages;
  return {
    id: id ?? (await nextPackageId(order)),
    weight_grams: weight_grams ?? parcel.weight_grams,
    freight_service: freight_service ?? parcel.freight_service ?? findService(order, sender),
    itn: parcel.itn,
    ...(parcel.serials && { serials: parcel.serials }),
  };
}

const findService = (
  { freight_service: service, shipping_data: { method: option, address } }: PackedOrder,
  sender: string,
): string | undefined => findPaidService({ service, option }, listServices(address?.country ?? null, sender));

async function nextPackageId({ id, packages }: PackedOrder): Promise<string> {
  const [packageId] = await deriveUuids(`package:${id}:${packages.length + 1}`);
  return packageId;
}

/**
 * PDF of all labels of the orders. A page takes the place of a label whose file is lost; the order's page reports the
 * loss after the next run of `recordLostDocuments`. @throws FILE_NOT_FOUND if there is no label
 */
export async function downloadLabels(ctx: ReadCtx, order_ids: string[]): Promise<Uint8Array<ArrayBuffer>> {
  const orders = await listPackedOrders(ctx, [...new Set(order_ids)]);
  const labels = orders.flatMap(({ packages, order_number }) =>
    packages
      .filter(({ status, has_label }) => has_label && status !== "canceled")
      .map(({ id, tracking_id }) => ({ id, tracking_id, order_number })),
  );
  if (labels.length === 0) throw notFound("FILE_NOT_FOUND");
  const { PDFDocument } = await import("@cantoo/pdf-lib");
  const mergedPdf = await PDFDocument.create();
  const lostIds: string[] = [];
  for (const label of labels) {
    const pages = await readPages(mergedPdf, await findLabel(ctx, label.id));
    for (const page of pages) mergedPdf.addPage(page);
    if (pages.length > 0) continue;
    lostIds.push(label.id);
    addLostPage(mergedPdf, label);
  }
  if (lostIds.length > 0) logLostDocuments(ctx, "labels", lostIds);
  return new Uint8Array(await mergedPdf.save());
}

/** Empty if the file is gone or is no readable PDF. */
async function readPages(mergedPdf: PDFDocument, content: Uint8Array | undefined): Promise<PDFPage[]> {
  const label = content && (await readPdf(content));
  return label ? mergedPdf.copyPages(label, label.getPageIndices()).catch(() => []) : [];
}

/** 4 by 6 inches, as labels are, in points. */
const labelSize: [width: number, height: number] = [288, 432];

function addLostPage(
  mergedPdf: PDFDocument,
  { order_number, tracking_id }: { order_number: string; tracking_id: string | null },
) {
  const page = mergedPdf.addPage(labelSize);
  const [margin, top] = [24, labelSize[1] - 48];
  page.drawText(`Order ${order_number}`, { x: margin, y: top, size: 18 });
  page.drawText(
    `The label ${tracking_id ?? ""} was lost. Print it in the carrier's own program, or void it on the page of the order and make another.`,
    { x: margin, y: top - 32, size: 12, lineHeight: 16, maxWidth: labelSize[0] - 2 * margin },
  );
}
