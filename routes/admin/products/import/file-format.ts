import { csvLine } from "../../../../worker/contract/csv.ts";
import { fileColumns } from "../../../../worker/contract/products-file/columns.ts";
import { type AdminProduct, listPriceLevels } from "../../../../worker/domain/catalog/index.ts";
import type { ReadCtx } from "../../../../worker/domain/context.ts";
import type { CsvFormat } from "../../../../worker/http/csv.ts";

/** The product import can read these files. */
export async function productFileFormat(ctx: ReadCtx): Promise<CsvFormat<AdminProduct>> {
  const { data } = await listPriceLevels(ctx);
  const columns = fileColumns(data.map(({ name }) => name));
  return {
    head: csvLine(columns.map(({ heading }) => heading)),
    line: (product) => csvLine(columns.map(({ toCell }) => toCell(product))),
  };
}
