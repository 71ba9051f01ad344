export { examineCharges } from "./examine-charges.ts";
export { readAccounting } from "./read-accounting.ts";
export { begin, readCredits, readMovements } from "./read-provider.ts";
export { addSums, nextStep, pageOf, place, type Place } from "./steps.ts";
