/** No serial number breaks across lines. */
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
