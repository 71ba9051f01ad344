import * as z from "zod/mini";
import { described, instant } from "../fields.ts";

/** A registered device ("org product") with the product that it is. */
export const deviceShape = {
  id: z.string(),
  org_id: z.string(),
  serial: described(z.string(), "Serial number as it was registered"),
  product_id: z.string(),
  is_deleted: described(z.boolean(), "Whether it was removed; removed devices are in no list"),
  created_at: instant(),
  updated_at: instant(),
  product: z.object({
    id: z.string(),
    name: z.string(),
    sku: z.nullable(z.string()),
    main_image: z.nullable(z.string()),
    short_description: z.nullable(z.string()),
  }),
};
export const device = z.object(deviceShape);
