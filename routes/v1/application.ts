import { createLog } from "../../worker/contract/v1/application.ts";
import { takeClientLog } from "../../worker/domain/client-logs/index.ts";
import { serve } from "../../worker/http/serve.ts";

export const applicationRoutes = [serve(createLog, (ctx, { body }) => takeClientLog(ctx, body))];
