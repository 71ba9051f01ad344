import { formatMoney } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import * as contract from "../../../worker/contract/v1/admin/products.ts";
import {
  archiveProducts,
  basePriceLevel,
  listAdminCategories,
  listAdminProducts,
  publishProducts,
  undoProductAction,
  unpublishProducts,
} from "../../../worker/domain/catalog/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { NameWithPicture } from "../../../worker/ui/figures/picture.tsx";
import { ShelfBadge } from "../../../worker/ui/parts/status-badges.tsx";
import { bulkAction } from "../../bulk-action.ts";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { productFileFormat } from "./import/file-format.ts";
import { typeLabels } from "./labels.ts";

const ids = "product_ids";
const publishAction = bulkAction(contract.publishProducts, {
  label: "Publish",
  path: pages.publishProducts,
  ids,
  done: "published",
  is_main: true,
  send: (ctx, { body }) => publishProducts(ctx, body.product_ids),
  undoRequest: (ctx, request_id) => undoProductAction(ctx, "publishProduct", request_id),
});
const unpublishAction = bulkAction(contract.unpublishProducts, {
  label: "Unpublish",
  path: pages.unpublishProducts,
  ids,
  done: "taken out of the store",
  question: {
    title: "Take the selected products out of the store?",
    text: "Customers can no longer see or buy them. Existing purchases are unchanged, and you can publish them again.",
    confirm: "Yes, take them out",
  },
  send: (ctx, { body }) => unpublishProducts(ctx, body.product_ids),
  undoRequest: (ctx, request_id) => undoProductAction(ctx, "unpublishProduct", request_id),
});
const archiveAction = bulkAction(contract.archiveProducts, {
  label: "Archive",
  path: pages.archiveProducts,
  ids,
  done: "archived",
  question: {
    title: "Archive the selected products?",
    text: "They are removed from the store. Existing purchases are unchanged, and you can unarchive each product.",
    confirm: "Yes, archive them",
  },
  send: (ctx, { body }) => archiveProducts(ctx, body.product_ids),
  undoRequest: (ctx, request_id) => undoProductAction(ctx, "archiveProduct", request_id),
});

export const products = listRoutes({
  access: "products:read",
  layout: consoleLayout,
  section: "Products",
  query: contract.listAdminProducts.query,
  load: listAdminProducts,
  csv: productFileFormat,
  async choices(ctx) {
    const { data } = await listAdminCategories(ctx);
    return { category: data.map((name) => [name, name] as const) };
  },
  head: (viewer) => ({
    action: can(viewer, "products:act") && (
      <>
        <a className="button quiet" href={pages.importProducts}>
          Import
        </a>
        <a className="button quiet" href={pages.productPrices}>
          Edit prices
        </a>
        <a className="button" href={pages.newProduct}>
          New product
        </a>
      </>
    ),
  }),
  bulk: { name: ({ name }) => name, actions: [publishAction, unpublishAction, archiveAction] },
  list: {
    title: "Products",
    noun: ["product", "products"],
    path: pages.adminProducts,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.adminProduct, { product_id: id }),
    columns: [
      { label: "Name", cell: ({ main_image, name }) => <NameWithPicture src={main_image} name={name} />, sort: "name" },
      { label: "SKU", cell: ({ sku }) => sku, sort: "sku", on_phones: "note" },
      {
        label: "Type",
        cell: ({ type }) => typeLabels[type],
        is_extra: true,
      },
      { label: "Category", cell: ({ category }) => category, on_phones: "hidden" },
      {
        label: "Status",
        cell: (product) => <ShelfBadge product={product} />,
        on_phones: "state",
      },
      {
        label: "Synchronized",
        cell: ({ synchronized_at }) => (synchronized_at === null ? "Never" : <DateText at={synchronized_at} />),
        is_extra: true,
      },
      {
        label: "Base price",
        cell: ({ price_levels: { [basePriceLevel]: price } }) => (price === undefined ? "None" : formatMoney(price)),
        is_number: true,
      },
    ],
    views: [
      { label: "In the store", query: { is_published: "true", is_archived: "false", is_active: "true" } },
      { label: "To publish", query: { is_published: "false", is_archived: "false" } },
      { label: "Archived", query: { is_archived: "true" } },
    ],
    labels: {
      search: "Name, SKU or description",
      filters: {
        category: { any: "Every category" },
        type: { any: "Every type", values: typeLabels },
        is_active: { any: "Active or not" },
        is_archived: { any: "Archived or not" },
        is_published: { any: "Published or not" },
      },
    },
    empty: {
      drawing: "papers",
      text: "There is no product yet. Create one here, or synchronize the items of NetSuite under Integrations.",
      action: { label: "New product", href: pages.newProduct },
    },
    has_csv: true,
  },
});
