export { calculateTax } from "./calculate-tax.ts";
export { enqueueTaxReports } from "./enqueue-tax-reports.ts";
export { reportTaxes } from "./report-taxes.ts";
