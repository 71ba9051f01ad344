/** Serial numbers in one line, none of them broken across lines. */
export const Serials = ({ serials }: { serials: readonly string[] }) => (
  <small>
    {serials.map((serial, index) => (
      <span key={serial}>
        {index > 0 && ", "}
        <span className="whole">{serial}</span>
      </span>
    ))}
  </small>
);
