import * as contract from "../../../worker/contract/v1/callbacks/net-suite.ts";
import { receiveCustomer } from "../../../worker/domain/accounting/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  receiveCustomer: (ctx, { params }, c) => {
    const bearer = /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    return receiveCustomer(ctx, params.customer_id, c.req.header("x-net-suite-token") ?? bearer ?? "");
  },
});
