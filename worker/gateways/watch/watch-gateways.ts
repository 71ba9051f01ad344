import { GatewayError } from "../gateway-error.ts";

/** What a call met; "answered" also where the answer was a refusal of what was asked. */
export type Outcome = { partner: string; is_down: false } | { partner: string; is_down: true; reason: string };

/** By the gateway's name: whom it calls. The others are no partners whom anybody watches. */
const partners: Record<string, string> = {
  netSuite: "net-suite",
  fulex: "fulex",
  builds: "builds",
  payments: "payments",
  email: "email",
  sms: "sms",
};
/** What leaves no request: signatures are checked here. */
const isLocal = /^(verify|read)Event$/;
/** A method of these that changes something may answer that the outcome is unknown, which says nothing. */
const isTelling = (partner: string, method: string) => partner !== "payments" || /^(get|list|find)/.test(method);

/** No answer, an answer that it cannot serve, or one that refuses us whatever we ask. */
const isDown = (error: unknown): error is GatewayError =>
  error instanceof GatewayError &&
  error.retryable &&
  (error.status === null || error.status >= 500 || error.status === 401 || error.status === 403);

/**
 * The same gateways, of whose calls `tell` learns how they ended. So whether a partner can be reached is known from what our
 * work meets anyhow, and nobody is asked for nothing (ADR-040).
 */
export function watchGateways<G extends object>(gateways: G, tell: (outcome: Outcome) => void): G {
  return new Proxy(gateways, {
    get(target, name, receiver) {
      const gateway: unknown = Reflect.get(target, name, receiver);
      const partner = partners[String(name)];
      return partner && typeof gateway === "object" && gateway ? watchOne(partner, gateway, tell) : gateway;
    },
  });
}

function watchOne(partner: string, gateway: object, tell: (outcome: Outcome) => void): object {
  return new Proxy(gateway, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      const called = String(name);
      if (typeof method !== "function" || isLocal.test(called)) return method;
      return (...input: unknown[]) => {
        const answer: unknown = Reflect.apply(method, target, input);
        if (answer instanceof Promise) watchAnswer(answer, isTelling(partner, called), { partner, tell });
        return answer;
      };
    },
  });
}

type Watch = { partner: string; tell: (outcome: Outcome) => void };

function watchAnswer(answer: Promise<unknown>, isTellingAnswer: boolean, { partner, tell }: Watch): void {
  answer.then(
    () => isTellingAnswer && tell({ partner, is_down: false }),
    (error: unknown) => isDown(error) && tell({ partner, is_down: true, reason: error.message }),
  );
}
