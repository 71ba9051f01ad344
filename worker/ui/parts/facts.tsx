import type { ReactNode } from "react";
import { withBreaks } from "./breakable.tsx";

export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{withBreaks(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
