import { GatewayError } from "../gateway-error.ts";
import type { Gateways } from "../index.ts";

/** What a call met; "answered" also where the answer was a refusal of what was asked. */
export type Outcome = { partner: string; is_down: false } | { partner: string; is_down: true; reason: string };

/**
 * What an answer of a method says about its provider. "up": it was reached. "unclear": the method may also resolve to an
 * unknown outcome, as the writes of payments do. "local": no request is made, as signatures are checked here. A GatewayError
 * tells of every method but the local ones.
 */
type Proof = "up" | "unclear" | "local";
type Methods<Gateway> = {
  [M in keyof Gateway as Gateway[M] extends (...input: never[]) => unknown ? M : never]: Proof;
};
type Watched = Pick<Gateways, "netSuite" | "fulex" | "builds" | "payments" | "email" | "sms">;

/** The integrations whose health is recorded, each with all its methods. */
const watched: { [G in keyof Watched]: { partner: string; methods: Methods<NonNullable<Watched[G]>> } } = {
  netSuite: {
    partner: "net-suite",
    methods: {
      query: "up",
      getRecord: "up",
      getWholeRecord: "up",
      findByExternalId: "up",
      upsert: "up",
      listCustomers: "up",
      lastCustomerId: "up",
      findCustomer: "up",
      listItems: "up",
      lastItemId: "up",
      findItems: "up",
      listPrices: "up",
      check: "up",
    },
  },
  fulex: {
    partner: "fulex",
    methods: {
      signIn: "up",
      ship: "up",
      findShipment: "up",
      track: "up",
      cancel: "up",
      linkOf: "local",
    },
  },
  builds: {
    partner: "builds",
    methods: {
      listPlugins: "up",
      listReleases: "up",
      latestRelease: "up",
      releaseByTag: "up",
      readAsset: "up",
      openAsset: "local",
    },
  },
  payments: {
    partner: "payments",
    methods: {
      getAccount: "up",
      getCustomer: "up",
      createCustomer: "unclear",
      updateCustomer: "unclear",
      listPaymentMethods: "up",
      findPaymentMethod: "up",
      isMethodInUse: "up",
      detachPaymentMethod: "unclear",
      createSetupSession: "unclear",
      createPortalSession: "unclear",
      createPaymentSession: "unclear",
      expireSession: "unclear",
      calculateTax: "unclear",
      reportSale: "unclear",
      reverseSale: "unclear",
      payInvoice: "unclear",
      resumeInvoice: "unclear",
      voidInvoice: "unclear",
      getInvoice: "up",
      findInvoiceByMetadata: "up",
      findInvoiceOfPayment: "up",
      getCharge: "up",
      getPayment: "up",
      createSubscription: "unclear",
      resumeSubscription: "unclear",
      getSubscription: "up",
      listSubscriptions: "up",
      findSubscriptionByMetadata: "up",
      updateSubscription: "unclear",
      cancelSubscription: "unclear",
      refund: "unclear",
      returnCredit: "unclear",
      listMovements: "up",
      getSessionPayment: "up",
      listUndelivered: "up",
      verifyEvent: "local",
    },
  },
  email: { partner: "email", methods: { send: "up", sendBatch: "up", readEvent: "local" } },
  sms: { partner: "sms", methods: { send: "up", readMessage: "local" } },
};
const isWatched = (name: PropertyKey): name is keyof Watched => Object.hasOwn(watched, name);

/** No answer, an answer that it cannot serve, or one that refuses us whatever we ask. */
const isDown = (error: unknown): error is GatewayError =>
  error instanceof GatewayError &&
  error.retryable &&
  (error.status === null || error.status >= 500 || error.status === 401 || error.status === 403);

/**
 * The same gateways, of whose calls `tell` learns how they ended. So whether a partner can be reached is known from what our
 * work meets anyhow, and nobody is asked for nothing (ADR-040).
 */
export function watchGateways<G extends Partial<Gateways>>(gateways: G, tell: (outcome: Outcome) => void): G {
  return new Proxy(gateways, {
    get(target, name, receiver) {
      const gateway: unknown = Reflect.get(target, name, receiver);
      if (!isWatched(name) || typeof gateway !== "object" || !gateway) return gateway;
      return watchOne(gateway, { ...watched[name], tell });
    },
  });
}

type Watch = { partner: string; methods: Record<string, Proof>; tell: (outcome: Outcome) => void };

function watchOne(gateway: object, { partner, methods, tell }: Watch): object {
  return new Proxy(gateway, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      const proof = methods[String(name)];
      if (typeof method !== "function" || !proof || proof === "local") return method;
      return (...input: unknown[]) => {
        const answer: unknown = Reflect.apply(method, target, input);
        if (answer instanceof Promise)
          answer.then(
            () => proof === "up" && tell({ partner, is_down: false }),
            (error: unknown) => isDown(error) && tell({ partner, is_down: true, reason: error.message }),
          );
        return answer;
      };
    },
  });
}
