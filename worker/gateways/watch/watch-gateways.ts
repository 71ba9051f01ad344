import { GatewayError } from "../gateway-error.ts";
import type { Gateways } from "../index.ts";

/** A provider that rejects a request is up, unless it rejects our account (`isProviderDown`). */
export type CallOutcome =
  | { integration: string; is_down: false }
  | { integration: string; is_down: true; reason: string };

/**
 * Proof by a resolved call. "up": the provider is up. "unclear": none, because the method may resolve to an unknown
 * outcome, as writes of payments do. "local": none, because the method sends no request. A GatewayError of any method
 * but a local one may prove that the provider is down.
 */
type Proof = "up" | "unclear" | "local";
type Methods<Gateway> = {
  [M in keyof Gateway as Gateway[M] extends (...input: never[]) => unknown ? M : never]: Proof;
};
type WatchedGateways = Pick<Gateways, "netSuite" | "fulex" | "builds" | "payments" | "email" | "sms">;

const watchedGateways: {
  [G in keyof WatchedGateways]: { integration: string; methods: Methods<NonNullable<WatchedGateways[G]>> };
} = {
  netSuite: {
    integration: "net-suite",
    methods: {
      query: "up",
      getRecord: "up",
      getWholeRecord: "up",
      findByExternalId: "up",
      upsert: "up",
      transform: "up",
      update: "up",
      remove: "up",
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
    integration: "fulex",
    methods: {
      signIn: "up",
      validate: "up",
      ship: "up",
      findShipment: "up",
      track: "up",
      cancel: "up",
      linkOf: "local",
    },
  },
  builds: {
    integration: "builds",
    methods: {
      listRepositories: "up",
      listReleases: "up",
      releaseByTag: "up",
      readAsset: "up",
      openAsset: "local",
    },
  },
  payments: {
    integration: "payments",
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
      sendInvoice: "unclear",
      resumeInvoice: "unclear",
      voidInvoice: "unclear",
      creditRest: "up",
      chargeInvoice: "unclear",
      markInvoicePaid: "unclear",
      writeOffInvoice: "unclear",
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
      previewSwitch: "up",
      switchSubscription: "unclear",
      scheduleSwitch: "unclear",
      withdrawSwitch: "unclear",
      cancelSubscription: "unclear",
      refund: "unclear",
      returnCredit: "unclear",
      listMovements: "up",
      getSessionPayment: "up",
      listUndelivered: "up",
      verifyEvent: "local",
    },
  },
  email: { integration: "email", methods: { send: "up", sendBatch: "up", readEvent: "local" } },
  sms: { integration: "sms", methods: { send: "up", readWebhook: "local" } },
};
const isWatched = (name: PropertyKey): name is keyof WatchedGateways => Object.hasOwn(watchedGateways, name);

/** A retryable error without a response, with a server error, or with a rejection of our account. */
const isProviderDown = (error: unknown): error is GatewayError =>
  error instanceof GatewayError &&
  error.retryable &&
  (error.status === null || error.status >= 500 || error.status === 401 || error.status === 403);

export type LoggedCall = { integration: string; method: string; ms: number; answered: boolean };

type Watch = {
  report: (outcome: CallOutcome) => void;
  log: (call: LoggedCall) => void;
};

/** Health is learned from regular calls, without extra requests (ADR-040). */
export function watchGateways<G extends Partial<Gateways>>(gateways: G, watch: Watch): G {
  return new Proxy(gateways, {
    get(target, name, receiver) {
      const gateway: unknown = Reflect.get(target, name, receiver);
      if (!isWatched(name) || typeof gateway !== "object" || !gateway) return gateway;
      return watchGateway(gateway, { ...watchedGateways[name], ...watch });
    },
  });
}

type WatchedGateway = Watch & { integration: string; methods: Record<string, Proof> };

function watchGateway(gateway: object, { integration, methods, report, log }: WatchedGateway): object {
  return new Proxy(gateway, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      const proof = methods[String(name)];
      if (typeof method !== "function" || !proof || proof === "local") return method;
      return (...input: unknown[]) => {
        const startedAt = Date.now();
        const callResult: unknown = Reflect.apply(method, target, input);
        const logCall = (answered: boolean) =>
          log({ integration, method: String(name), ms: Date.now() - startedAt, answered });
        if (callResult instanceof Promise)
          callResult.then(
            () => {
              logCall(true);
              if (proof === "up") report({ integration, is_down: false });
            },
            (error: unknown) => {
              logCall(false);
              if (isProviderDown(error)) report({ integration, is_down: true, reason: error.message });
            },
          );
        return callResult;
      };
    },
  });
}
