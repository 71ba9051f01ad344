import { randomInt } from "node:crypto";
import { request } from "node:http";
import { startSecondWorker } from "./app.ts";

/**
 * The domain of a shop on several hosts: Chromium resolves names under localhost itself and accepts their secure
 * cookies.
 */
export const cookieDomain = "cgx.localhost";
const hostNames = {
  account: `id.${cookieDomain}`,
  storefront: `shop.${cookieDomain}`,
  console: `admin.${cookieDomain}`,
};

/** Starts a second worker with account screens, store and console on three hosts. Stop it in afterAll. */
export async function startShopOnHosts(vars: Record<string, string> = {}) {
  const originAt = (port: number, name: string) => `http://${name}:${port}`;
  const worker = await startSecondWorker((port) => ({
    PUBLIC_URL: originAt(port, hostNames.account),
    MAIN_WEB_URL: `${originAt(port, hostNames.storefront)}/store`,
    ADMIN_WEB_URL: `${originAt(port, hostNames.console)}/admin`,
    COOKIE_DOMAIN: cookieDomain,
    // The bot check returns the host of the page that requested it.
    CAPTCHA_HOSTNAMES: `localhost,${hostNames.account}`,
    ...vars,
  }));
  const port = Number(new URL(worker.url).port);
  const origins = {
    account: originAt(port, hostNames.account),
    storefront: originAt(port, hostNames.storefront),
    console: originAt(port, hostNames.console),
    /** A host of the same domain that does not belong to the shop. */
    sibling: originAt(port, `evil.${cookieDomain}`),
  };

  return { ...worker, ...origins, ask: createRequester(port) };
}

type RequestOptions = { method?: string; headers?: object; body?: string };

/** Sends a request for any host to this port; `fetch` would look up the host and follow redirects. */
const createRequester =
  (port: number) =>
  (address: string, { method = "GET", headers, body }: RequestOptions = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const { host, pathname, search } = new URL(address);
      const ip = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
      const defaultFields = { host, connection: "close", "cf-connecting-ip": ip, "sec-fetch-site": "same-origin" };
      const clientRequest = request(
        { host: "127.0.0.1", port, path: pathname + search, method, headers: { ...defaultFields, ...headers } },
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
