import * as contract from "../../worker/contract/v1/application.ts";
import { takeClientLog } from "../../worker/domain/platform/index.ts";
import { serveAll } from "../../worker/http/serve.ts";

export const routes = serveAll(contract, { takeClientLog });
