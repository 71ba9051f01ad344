import type { AdminOrder, OrderLine } from "../../../worker/domain/fulfilment/index.ts";

export type OrderWithLines = AdminOrder & { lines: OrderLine[] };
