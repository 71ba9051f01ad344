import { randomInt } from "node:crypto";
import { request } from "node:http";
import { startSecondWorker } from "./app.ts";

/**
 * The hosts of a shop that spans several: Chromium finds names under localhost by itself and lets them keep secure
 * cookies.
 */
export const cookieDomain = "cgx.localhost";
const names = { account: `id.${cookieDomain}`, storefront: `shop.${cookieDomain}`, console: `admin.${cookieDomain}` };

/** A second worker whose account screens, store and console are at three hosts. Stop it in afterAll. */
export async function startShopOnHosts(vars: Record<string, string> = {}) {
  const originAt = (port: number, name: string) => `http://${name}:${port}`;
  const worker = await startSecondWorker((port) => ({
    PUBLIC_URL: originAt(port, names.account),
    MAIN_WEB_URL: `${originAt(port, names.storefront)}/store`,
    ADMIN_WEB_URL: `${originAt(port, names.console)}/admin`,
    COOKIE_DOMAIN: cookieDomain,
    // the bot check names the host of the page that asked it
    CAPTCHA_HOSTNAMES: `localhost,${names.account}`,
    ...vars,
  }));
  const port = Number(new URL(worker.url).port);
  const origins = {
    account: originAt(port, names.account),
    storefront: originAt(port, names.storefront),
    console: originAt(port, names.console),
    /** A host of the same domain that does not belong to the shop. */
    sibling: originAt(port, `evil.${cookieDomain}`),
  };

  return { ...worker, ...origins, ask: createRequester(port) };
}

type RequestOptions = { method?: string; headers?: object; body?: string };

/** Sends a request for any host to this port, without the lookup and redirects of fetch. */
const createRequester =
  (port: number) =>
  (address: string, { method = "GET", headers, body }: RequestOptions = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const { host, pathname, search } = new URL(address);
      const ip = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
      const usual = { host, connection: "close", "cf-connecting-ip": ip, "sec-fetch-site": "same-origin" };
      const clientRequest = request(
        { host: "127.0.0.1", port, path: pathname + search, method, headers: { ...usual, ...headers } },
        async (answer) => {
          const parts: Buffer[] = [];
          for await (const part of answer) parts.push(part);
          const pairs = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
            values.map((value): [string, string] => [name, value]),
          );
          const status = answer.statusCode ?? 0;
          resolve(new Response(status === 204 ? null : Buffer.concat(parts), { status, headers: pairs }));
        },
      );
      clientRequest.on("error", reject);
      clientRequest.end(body);
    });
