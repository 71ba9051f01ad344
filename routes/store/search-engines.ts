import { legalKinds } from "../../db/enums.ts";
import { pageBase } from "../../worker/contract/hosts.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { listProducts } from "../../worker/domain/catalog/index.ts";
import type { Ctx } from "../../worker/domain/context.ts";
import type { Route } from "../../worker/http/app-env.ts";
import { cacheForVisitors } from "../../worker/http/cache.ts";
import { send } from "../../worker/http/middleware/headers.ts";

const pathPrefix = (path: string) => path.replace(/:.*$/, "");

const disallowedPaths = [
  "/v1/",
  pathPrefix(pages.verify),
  pathPrefix(pages.setUp),
  pathPrefix(pages.verifyEmail),
  pages.flowpoint,
  pages.portal,
  pages.admin,
  pages.cart,
  pages.checkout,
  pages.formerOrders,
  pages.formerSubscriptions,
];

const robots: Route = {
  method: "GET",
  path: pages.robots,
  handle(c) {
    const base = pageBase(c.get("ctx").settings, pages.store);
    const lines = [
      "User-agent: *",
      ...disallowedPaths.map((path) => `Disallow: ${path}`),
      "",
      `Sitemap: ${base}${pages.sitemap}`,
    ];
    return send(c, `${lines.join("\n")}\n`, 200, { type: "text/plain; charset=UTF-8" });
  },
};

/** Maximum of addresses in a sitemap file (https://www.sitemaps.org/protocol.html). */
const addressesMax = 50_000;
const pageSize = 1000;

async function productPaths(ctx: Ctx): Promise<string[]> {
  const paths: string[] = [];
  for (let count = 1; paths.length < count && paths.length < addressesMax;) {
    const { data, meta } = await listProducts(ctx, { limit: pageSize, offset: paths.length, sort: "position" });
    paths.push(...data.map(({ id }) => hrefOf(pages.product, { product_id: id })));
    count = data.length > 0 ? meta.count : 0;
  }
  return paths;
}

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const sitemap: Route = {
  method: "GET",
  path: pages.sitemap,
  handle: cacheForVisitors("catalog", async (c) => {
    const ctx = c.get("ctx");
    const texts = legalKinds.map((kind) => hrefOf(pages.legalText, { kind }));
    const fixed = [pages.store, pages.products, pages.licenseAgreement, ...texts];
    const paths = [...fixed, ...(await productPaths(ctx))].slice(0, addressesMax);
    const urls = paths.map((path) => `<url><loc>${escapeXml(pageBase(ctx.settings, path) + path)}</loc></url>`);
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
    return send(c, xml, 200, { type: "application/xml" });
  }),
};

export const searchEngines: Route[] = [robots, sitemap];
