import { customerFlows } from "./customers.ts";
import type { Flow } from "./flow.ts";
import { orderFlows } from "./orders.ts";
import { planFlows } from "./plans.ts";

/** Every way in which money moves here, each from its beginning to its end in the provider's books. */
export const flows: Flow[] = [...customerFlows, ...orderFlows, ...planFlows];
