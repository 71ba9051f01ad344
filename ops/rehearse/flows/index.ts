import { customerFlows } from "./customers.ts";
import type { Flow } from "./flow.ts";
import { orderFlows } from "./orders.ts";
import { planFlows } from "./plans.ts";

/** All flows of money, from their start to the provider's records. */
export const flows: Flow[] = [...customerFlows, ...orderFlows, ...planFlows];
