import type { Route } from "../../../worker/http/app-env.ts";
import { editProduct } from "./edit.tsx";
import { preview } from "./preview.tsx";
import { product } from "./product.tsx";
import { productForms } from "./product-forms.ts";
import { products } from "./products.tsx";

export const productPages: Route[] = [...products, product, ...editProduct, preview, ...productForms];
