import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notFound } from "../../../contract/errors.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { one, uuids } from "../../sql.ts";

type Paper = { kind: "labels" | "customs-invoices"; id: string };
const keyOf = ({ kind, id }: Paper) => `${kind}/${id}.pdf`;
const triesMax = 3;

/**
 * Stores a PDF of a package; three tries, because the carrier issues it once. False if the file store fails: the
 * shipment is valid without it.
 */
export async function savePaper(ctx: Ctx, paper: Paper, content: Uint8Array<ArrayBuffer>): Promise<boolean> {
  for (let tries = 1; tries <= triesMax; tries += 1) {
    try {
      await ctx.gateways.files.saveFile(keyOf(paper), content);
      return true;
    } catch (error) {
      ctx.log({ level: "error", event: "label", package_id: paper.id, tries, reason: String(error) });
    }
  }
  return false;
}

/** Undefined if the file is gone. Throws GatewayError if the file store does not answer. */
async function findPaper(ctx: ReadCtx, paper: Paper): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = await ctx.gateways.files.openAny(keyOf(paper));
  return file && new Uint8Array(await new Response(file.body).arrayBuffer());
}

export const findLabel = (ctx: ReadCtx, packageId: string): Promise<Uint8Array<ArrayBuffer> | undefined> =>
  findPaper(ctx, { kind: "labels", id: packageId });

const flagOf = (kind: Paper["kind"]): SQL => (kind === "labels" ? sql`has_label` : sql`has_customs_invoice`);

/** Marks the packages as having no stored file, so that their page says what to do. */
export async function recordLostPapers(ctx: ReadCtx, kind: Paper["kind"], packageIds: string[]): Promise<void> {
  ctx.log({ level: "error", event: "label", kind, package_ids: packageIds, reason: "the stored file is lost" });
  await ctx.db.execute(
    sql`update packages set ${flagOf(kind)} = false, updated_at = now() where id = any(${uuids(packageIds)})`,
  );
}

type PackageId = { order_id: string; package_id: string };
type Download = Promise<{ content: Uint8Array<ArrayBuffer>; tracking_id: string }>;

export const downloadLabel = (ctx: ReadCtx, id: PackageId): Download => download(ctx, id, "labels");

export const downloadCustomsInvoice = (ctx: ReadCtx, id: PackageId): Download => download(ctx, id, "customs-invoices");

async function download(ctx: ReadCtx, { order_id, package_id }: PackageId, kind: Paper["kind"]): Download {
  const { tracking_id } = await one(
    ctx,
    () => z.object({ tracking_id: z.nullable(z.string()) }),
    sql`
    select p.tracking_id
    from orders o
    left join packages p on p.order_id = o.id and p.id = ${package_id} and ${flagOf(kind)} and p.status <> 'canceled'
    where o.id = ${order_id}`,
    () => notFound("ORDER_NOT_FOUND"),
  );
  if (tracking_id === null) throw notFound("FILE_NOT_FOUND");
  const content = await findPaper(ctx, { kind, id: package_id });
  if (content) return { content, tracking_id };
  await recordLostPapers(ctx, kind, [package_id]);
  throw notFound("FILE_NOT_FOUND");
}
