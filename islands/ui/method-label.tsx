import { methodName, type NamedMethod, shortMethodName } from "../../worker/contract/buying/payment-method-name.ts";
import { BrandMark } from "./brand-mark.tsx";

/** Screen readers hear "Visa ending in 4242". */
export const MethodLabel = ({ method }: { method: NamedMethod }) => (
  <span className="method-name">
    <BrandMark brand={(method.type === "card" && method.name) || method.type} />
    <b aria-hidden="true">{shortMethodName(method)}</b>
    <i className="unseen">{methodName(method)}</i>
  </span>
);
