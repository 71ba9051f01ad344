/** Serial numbers in one line of words; none of them is broken. */
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
