import * as contract from "../../../worker/contract/v1/admin/index.ts";
import * as sales from "../../../worker/domain/sales/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const quotes = serveAll(contract.quotes, sales);
