import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt } from "../../columns.ts";
import { products } from "./products.ts";

/** An uploaded picture of a product. Its place among the product's pictures is that of its address in `main_image` and `other_images`. */
export const productImages = pgTable(
  "product_images",
  {
    id: id(),
    product_id: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    /** Path under which the worker serves it; names the hash, the size and the format. */
    address: text().notNull(),
    /** SHA-256 of the stored bytes, hexadecimal. */
    hash: text().notNull(),
    content_type: text().notNull(),
    /** Pixels, as it is shown. */
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: integer().notNull(),
    /** Empty where nobody wrote one; the product's name stands for it then. */
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
 * A picture in the bucket, however many products show it. Uploads and the removal of what no product shows lock its row, so that
 * a removal never takes what was uploaded again meanwhile.
 */
export const imageObjects = pgTable("image_objects", {
  address: text().primaryKey(),
  /** When it was last uploaded, or last taken from a product. */
  stored_at: createdAt(),
  /** Since when it is being removed. */
  removing_at: instant(),
  /** When the bucket confirmed the removal. */
  removed_at: instant(),
});
