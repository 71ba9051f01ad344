import { breakable } from "../parts/breakable.tsx";

type TrailProps = {
  /** What lies above this page, the highest first. */
  above: readonly (readonly [name: string, href: string])[];
  /** This page. */
  here: string;
};

/** Where you are: links to what lies above, then the name of what you see. */
export function Trail({ above, here }: TrailProps) {
  return (
    <nav aria-label="Where you are">
      <ol className="trail">
        {above.map(([name, href]) => (
          <li key={href}>
            <a href={href}>{name}</a>
          </li>
        ))}
        <li aria-current="page">{breakable(here)}</li>
      </ol>
    </nav>
  );
}
