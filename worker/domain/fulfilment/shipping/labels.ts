import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notFound } from "../../../contract/errors.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import type { JobCounts } from "../../platform/index.ts";
import { many, one, uuids } from "../../sql.ts";
import { readPdf } from "./pdf.ts";

type ShippingDocument = { kind: "labels" | "customs-invoices"; id: string };
const fileKey = ({ kind, id }: ShippingDocument) => `${kind}/${id}.pdf`;
const triesMax = 3;

/**
 * Saving is tried three times, because the carrier issues the file once. False if the file store fails or the file is
 * no readable PDF: the shipment is valid without it.
 */
export async function saveDocument(
  ctx: Ctx,
  document: ShippingDocument,
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  if (!(await readPdf(content))) {
    ctx.log({
      level: "error",
      event: "label",
      package_id: document.id,
      reason: "the carrier's file is no readable PDF",
    });
    return false;
  }
  for (let tries = 1; tries <= triesMax; tries += 1) {
    try {
      await ctx.gateways.files.saveFile(fileKey(document), content);
      return true;
    } catch (error) {
      ctx.log({ level: "error", event: "label", package_id: document.id, tries, reason: String(error) });
    }
  }
  return false;
}

/** Undefined if the file is gone. @throws GatewayError if the file store does not answer */
async function findDocument(ctx: ReadCtx, document: ShippingDocument): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = await ctx.gateways.files.openAny(fileKey(document));
  return file && new Uint8Array(await new Response(file.body).arrayBuffer());
}

export const findLabel = (ctx: ReadCtx, packageId: string): Promise<Uint8Array<ArrayBuffer> | undefined> =>
  findDocument(ctx, { kind: "labels", id: packageId });

const flagColumn = (kind: ShippingDocument["kind"]): SQL =>
  kind === "labels" ? sql`has_label` : sql`has_customs_invoice`;

export const logLostDocuments = (ctx: ReadCtx, kind: ShippingDocument["kind"], packageIds: string[]): void =>
  ctx.log({ level: "error", event: "label", kind, package_ids: packageIds, reason: "the stored file is lost" });

const packageDocuments = () => z.object({ id: z.string(), has_label: z.boolean(), has_customs_invoice: z.boolean() });

/** Packages per run, the newest first: each costs up to two requests of the file store. */
const checkedPackagesMax = 200;

/**
 * Marks packages of the last seven days that wait for their carrier and whose stored file is gone, so that their page
 * says what to do. A download only reports the loss, because a GET writes nothing.
 */
export async function recordLostDocuments(ctx: Ctx): Promise<JobCounts> {
  const packages = await many(
    ctx,
    packageDocuments,
    sql`
    select id, has_label, has_customs_invoice from packages
    where status = 'sent' and (has_label or has_customs_invoice) and created_at > now() - interval '7 days'
    order by created_at desc, id limit ${checkedPackagesMax}`,
  );
  const lostIds = { labels: [] as string[], "customs-invoices": [] as string[] };
  for (const { id, has_label, has_customs_invoice } of packages) {
    if (has_label && (await isMissing(ctx, { kind: "labels", id }))) lostIds.labels.push(id);
    if (has_customs_invoice && (await isMissing(ctx, { kind: "customs-invoices", id })))
      lostIds["customs-invoices"].push(id);
  }
  const ids = [...new Set([...lostIds.labels, ...lostIds["customs-invoices"]])];
  if (ids.length > 0)
    await ctx.db.execute(sql`
      update packages set
        has_label = has_label and not id = any(${uuids(lostIds.labels)}),
        has_customs_invoice = has_customs_invoice and not id = any(${uuids(lostIds["customs-invoices"])}),
        updated_at = now()
      where id = any(${uuids(ids)})`);
  return { found: packages.length, processed: ids.length };
}

const isMissing = async (ctx: Ctx, document: ShippingDocument): Promise<boolean> =>
  (await ctx.gateways.files.findFile(fileKey(document))) === undefined;

type PackageId = { order_id: string; package_id: string };
type Download = Promise<{ content: Uint8Array<ArrayBuffer>; tracking_id: string }>;

export const downloadLabel = (ctx: ReadCtx, id: PackageId): Download => downloadDocument(ctx, id, "labels");

export const downloadCustomsInvoice = (ctx: ReadCtx, id: PackageId): Download =>
  downloadDocument(ctx, id, "customs-invoices");

async function downloadDocument(
  ctx: ReadCtx,
  { order_id, package_id }: PackageId,
  kind: ShippingDocument["kind"],
): Download {
  const { tracking_id } = await one(
    ctx,
    () => z.object({ tracking_id: z.nullable(z.string()) }),
    sql`
    select p.tracking_id
    from orders o
    left join packages p on p.order_id = o.id and p.id = ${package_id} and ${flagColumn(kind)}
      and p.status <> 'canceled'
    where o.id = ${order_id}`,
    () => notFound("ORDER_NOT_FOUND"),
  );
  if (tracking_id === null) throw notFound("FILE_NOT_FOUND");
  const content = await findDocument(ctx, { kind, id: package_id });
  if (content) return { content, tracking_id };
  logLostDocuments(ctx, kind, [package_id]);
  throw notFound("FILE_NOT_FOUND");
}
