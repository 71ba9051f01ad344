import * as contract from "../../worker/contract/v1/org.ts";
import { listOrgUserSecurityEvents } from "../../worker/domain/identity/index.ts";
import * as people from "../../worker/domain/people/index.ts";
import { serveAll } from "../../worker/http/serve.ts";

export const routes = serveAll(contract, { ...people, listOrgUserSecurityEvents });
