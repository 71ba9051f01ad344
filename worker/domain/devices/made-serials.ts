import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { fromCell, parseCsv } from "../../contract/csv.ts";
import {
  madeSerial,
  madeSerialShape,
  madeSerialsImportShape,
  madeSerialsMax,
} from "../../contract/entities/device-claim.ts";
import { BadRequest } from "../../contract/errors.ts";
import type { ListQuery } from "../../contract/paging.ts";
import { findBrokenRule, rules } from "../../contract/rules.ts";
import { decodeFile, isStorable } from "../../contract/storable-text.ts";
import type { Ctx, ReadCtx } from "../context.ts";
import { type Page, readPage } from "../listing.ts";
import { audited } from "../platform/index.ts";
import { selectFields } from "../select-of.ts";
import { maybeOneOf, type RowOf } from "../sql.ts";
import { verifyDevicesParts } from "./device-claims.ts";

export type MadeSerial = z.output<typeof madeSerial>;
type Query = ListQuery & { product_id?: string | undefined };

const columns = selectFields(madeSerialShape, "m", {
  product: sql`json_build_object('id', p.id, 'name', p.name, 'sku', p.sku)`,
});

export const listMadeSerials = (ctx: ReadCtx, query: Query): Promise<Page<MadeSerial>> =>
  readPage(ctx, query, {
    shape: () => madeSerial,
    columns,
    from: sql`made_serials m`,
    join: sql`join products p on p.id = m.product_id`,
    where: [query.product_id && sql`m.product_id = ${query.product_id}`],
    text: sql`m.serial`,
    alias: "m",
  });

type Line = { line: number; serial: string; sku: string };
type Problem = z.output<typeof madeSerialsImportShape.problems>[number];
const importResult = () => z.object(madeSerialsImportShape);
export type MadeSerialsImport = RowOf<typeof importResult>;

const problemsMax = 100;

/**
 * Adds the serial numbers of a file and verifies the unverified devices that have them, in one audited statement. Lines
 * with a problem are left out; the first 100 of them are reported. Safe to repeat. @throws BadRequest for an unusable
 * file
 */
export async function importMadeSerials(ctx: Ctx, bytes: Uint8Array): Promise<MadeSerialsImport> {
  const { lines, problems } = parseLines(bytes);
  const statement = sql`
    with file as (
      select distinct on (upper(f.serial)) f.*
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as f (line int, serial text, sku text)
      order by upper(f.serial), f.line
    ), matched as materialized (
      select file.*, p.id as product_id, made.product_id as made_product_id, case
        when p.id is null then 'There is no product with the SKU ' || file.sku || '.'
        when not exists (select 1 from unnest(p.patterns) pattern where file.serial ~* ('^(?:' || pattern || ')$'))
          then 'The number does not fit the serial number patterns of ' || p.name || '.'
        when made.product_id <> p.id then 'The number is in the list already, as a serial number of another product.'
      end as problem
      from file
        left join products p on lower(p.sku) = lower(file.sku)
        left join made_serials made on upper(made.serial) = upper(file.serial)
    ), good as (
      select * from matched where problem is null
    ), added as (
      insert into made_serials (product_id, serial)
      select good.product_id, good.serial from good where good.made_product_id is null order by upper(good.serial)
      on conflict (upper(serial)) do nothing
      returning id
    ), ${verifyDevicesParts(
      ctx,
      sql`
      update devices set verified_by = 'manufacture', updated_at = now()
      from good
      where upper(devices.serial) = upper(good.serial) and devices.product_id = good.product_id
        and not devices.is_deleted and devices.verified_by is null`,
    )}, summary as (
      select 'made-serials' as id, (select count(*)::int from added) as added
    ), ${audited(ctx, "importMadeSerials", "made_serials", "summary", {
      org_id: null,
      data: sql`jsonb_build_object('added', summary.added)`,
    })}
    select summary.added, (select count(*)::int from good) - summary.added as already_known,
      (select count(*)::int from proven) as devices_verified,
      (select count(*)::int from matched where problem is not null) as refused,
      coalesce((
        select json_agg(json_build_object('line', b.line, 'serial', b.serial, 'message', b.problem) order by b.line)
        from (select * from matched where problem is not null order by line limit ${problemsMax}) b
      ), '[]') as problems
    from summary`;
  const [answer] = await ctx.db.batch([statement], "long");
  const result = maybeOneOf(ctx, importResult, answer);
  if (!result) throw new Error("a select of a summary returned no row");
  return {
    ...result,
    refused: result.refused + problems.length,
    problems: [...problems, ...result.problems].toSorted((one, other) => one.line - other.line).slice(0, problemsMax),
  };
}

const fileError = (message: string) => new BadRequest([{ code: "custom", path: ["file"], message }]);

function parseLines(bytes: Uint8Array): { lines: Line[]; problems: Problem[] } {
  const { rows, broken_line } = parseCsv(decode(bytes));
  if (broken_line !== undefined) throw fileError(`A quotation mark in line ${broken_line} does not end.`);
  const [head, ...rest] = rows;
  const headings = (head?.cells ?? []).map((cell) => fromCell(cell).trim().toLowerCase().replaceAll(" ", "_"));
  const [serialAt, skuAt] = [headings.indexOf("serial_number"), headings.indexOf("sku")];
  if (serialAt < 0 || skuAt < 0) throw fileError("The first line must name the columns serial_number and sku.");
  if (rest.length === 0) throw fileError("The file has no serial numbers.");
  if (rest.length > madeSerialsMax)
    throw fileError(`A file has at most ${madeSerialsMax.toLocaleString("en-US")} lines; this one has ${rest.length}.`);
  const lines: Line[] = [];
  const problems: Problem[] = [];
  for (const { line, cells } of rest) {
    const serial = fromCell(cells[serialAt] ?? "").trim();
    const sku = fromCell(cells[skuAt] ?? "").trim();
    const message = serial === "" ? "It has no serial number." : findSerialProblem(serial);
    if (message === undefined) lines.push({ line, serial, sku });
    else problems.push({ line, serial: serial.slice(0, 100), message });
  }
  return { lines, problems };
}

const findSerialProblem = (serial: string): string | undefined =>
  findBrokenRule(rules.serial, serial) && "A serial number is at most 32 letters, digits and hyphens.";

function decode(bytes: Uint8Array): string {
  let file: string;
  try {
    file = decodeFile(bytes);
  } catch {
    throw fileError("The file is not UTF-8. In Excel, save it as “CSV UTF-8”.");
  }
  if (!isStorable(file)) throw fileError("The file is no CSV: it holds a NUL character.");
  return file;
}
