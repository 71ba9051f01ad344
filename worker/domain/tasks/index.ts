export { planWakeUp } from "./plan-wake-up.ts";
export { type JobCounts, runExclusively } from "./run-exclusively.ts";
