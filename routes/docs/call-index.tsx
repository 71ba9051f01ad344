import type { Call } from "../../worker/contract/endpoint.ts";
import { callHref, type Group } from "./catalog.ts";

export const CallIndex = ({ entries }: { entries: { group: Group; spec: Call }[] }) => (
  <ul className="call-index">
    {entries.map(({ group, spec }) => (
      <li key={spec.verb}>
        <a href={callHref(group, spec)}>{spec.summary}</a>
        <code>
          <b>{spec.method}</b> {spec.path}
        </code>
      </li>
    ))}
  </ul>
);
