import { Hono } from "hono";
import type { Fake, FakeContext } from "../fake.ts";
import type { SandboxEnv } from "../service.ts";
import { certificateId, clientId } from "./access/access.ts";
import { netSuiteControls } from "./controls.ts";
import { netSuiteSection } from "./page.ts";
import { netSuiteProtocol } from "./protocol.ts";
import { Account } from "./state.ts";

/** Public, because it is used on this machine only. */
export const callbackToken = "net_suite_sandbox";

export function createNetSuite({ secrets, postgresPort, publicUrl, url, calls, faults }: FakeContext): Fake {
  const apiUrl = () => `${url()}/net-suite`;
  const databaseUrl = (name: string) =>
    `postgres://crunchbox:${secrets.database_password}@127.0.0.1:${postgresPort}/${name}`;
  const account = new Account({
    databaseUrl: databaseUrl("net_suite"),
    adminUrl: databaseUrl("crunchbox"),
    privateKey: secrets.net_suite_private_key,
    tokenUrl: () => `${apiUrl()}/services/rest/auth/oauth2/v1/token`,
  });
  return {
    routes: new Hono<SandboxEnv>()
      .route("/net-suite/services/rest", netSuiteProtocol(account, calls, faults))
      .route("/net-suite", netSuiteControls(account, publicUrl, callbackToken)),
    settings: () => ({
      NETSUITE_API_URL: apiUrl(),
      NETSUITE_CLIENT_ID: clientId,
      NETSUITE_CERTIFICATE_ID: certificateId,
      NETSUITE_PRIVATE_KEY: secrets.net_suite_private_key,
      NETSUITE_CALLBACK_TOKEN: callbackToken,
      NETSUITE_TAX_ITEM: taxItem,
      NETSUITE_SHIPPING_ITEM: shippingItem,
      NETSUITE_PAYMENT_ACCOUNT: paymentAccount,
      NETSUITE_TERMS: terms,
    }),
    operatorSettings: () => ({
      NETSUITE_CERTIFICATE_ENDS: new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10),
    }),
    page: netSuiteSection,
    stop: () => account.store.close(),
  };
}

/** Ids of the account's built-in items. */
const taxItem = "11";
const shippingItem = "12";
/** Id of the account's built-in bank account for money of the payment provider. */
const paymentAccount = "21";
/** The account's built-in terms as pairs of days and id. */
const terms = "15:31,30:32,45:33,60:34,90:35";
