export { deleteOldProductImports } from "./delete-old-product-imports.ts";
export { confirmProductImport } from "./confirm-import.ts";
export { createProductImport } from "./create-import.ts";
export { getProductImport, listProductImportLines } from "./get-import.ts";
