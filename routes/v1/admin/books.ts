import * as contract from "../../../worker/contract/v1/admin/books.ts";
import {
  closeBookDifference,
  getBookDifference,
  getBookRun,
  listBookDifferences,
  listBookRuns,
  startBookRun,
} from "../../../worker/domain/accounting/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  startBookRun: (ctx) => startBookRun(ctx),
  listBookRuns: (ctx, { query }) => listBookRuns(ctx, query),
  getBookRun: (ctx, { params }) => getBookRun(ctx, params.id),
  listBookDifferences: (ctx, { query }) => listBookDifferences(ctx, query),
  getBookDifference: (ctx, { params }) => getBookDifference(ctx, params.id),
  closeBookDifference: (ctx, { params, body }) => closeBookDifference(ctx, { ...params, ...body }),
});
