type Lines = readonly (string | null)[] | null | undefined;

export const PartyLines = ({ parties }: { parties: readonly (readonly [name: string, lines: Lines])[] }) => (
  <dl className="parties">
    {parties.map(
      ([name, lines]) =>
        lines &&
        lines.length > 0 && (
          <div key={name}>
            <dt>{name}</dt>
            {lines.map((line) => line && <dd key={line}>{line}</dd>)}
          </div>
        ),
    )}
  </dl>
);
