import { withBreaks } from "../parts/breakable.tsx";

type TrailProps = {
  /** Outermost first. */
  above: readonly (readonly [name: string, href: string])[];
  here: string;
};

export function Trail({ above, here }: TrailProps) {
  return (
    <nav aria-label="Where you are">
      <ol className="trail">
        {above.map(([name, href]) => (
          <li key={href}>
            <a href={href}>{name}</a>
          </li>
        ))}
        <li aria-current="page">{withBreaks(here)}</li>
      </ol>
    </nav>
  );
}
