export { createIndustry, deleteIndustry, updateIndustry } from "./change-industries.ts";
export { getIndustry, type Industry, listIndustries, listIndustryNames } from "./list-industries.ts";
