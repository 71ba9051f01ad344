import { customerFlows } from "./customers.ts";
import type { Flow } from "./flow.ts";
import { orderFlows } from "./orders.ts";
import { planFlows } from "./plans.ts";

export const flows: Flow[] = [...customerFlows, ...orderFlows, ...planFlows];
