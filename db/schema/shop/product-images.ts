import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt } from "../../columns.ts";
import { products } from "./products.ts";

/** Images uploaded for products, ordered as their addresses in `main_image` and `other_images` of the product. */
export const productImages = pgTable(
  "product_images",
  {
    id: id(),
    product_id: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    /** Path of the image at the worker; contains the hash, the size and the format. */
    address: text().notNull(),
    /** SHA-256 of the stored bytes, in hexadecimal. */
    hash: text().notNull(),
    content_type: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: integer().notNull(),
    alt_text: text().notNull().default(""),
    created_by: uuid(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("product_images_product_id_address").on(table.product_id, table.address),
    index("product_images_address").on(table.address),
  ],
);

/**
 * An image in the bucket, shared by any number of products. Uploads and removals lock its row, so that a removal never
 * deletes an image uploaded again meanwhile.
 */
export const imageObjects = pgTable("image_objects", {
  address: text().primaryKey(),
  /** Time of the last upload, or of the last removal from a product. */
  stored_at: createdAt(),
  removing_at: instant(),
  removed_at: instant(),
});
