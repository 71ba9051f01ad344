import type { Route } from "../../../worker/http/app-env.ts";
import { editProduct } from "./edit.tsx";
import { newProductPages } from "./new.tsx";
import { pictureForms } from "./pictures/picture-forms.ts";
import { previewPage } from "./preview.tsx";
import { productImportPages } from "./import/index.ts";
import { priceGrid } from "./price-grid/index.tsx";
import { productPage } from "./product.tsx";
import { publicationForm } from "./publishing.tsx";
import { productForms } from "./product-forms.ts";
import { scheduledPriceForms } from "./scheduled-prices.tsx";
import { products } from "./products.tsx";

export const productPages: Route[] = [
  ...products,
  ...priceGrid,
  ...newProductPages,
  ...productImportPages,
  productPage,
  ...editProduct,
  previewPage,
  ...productForms,
  publicationForm(productPage),
  ...scheduledPriceForms(productPage),
  ...pictureForms,
];
