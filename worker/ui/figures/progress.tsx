export function Progress({ label, value, max }: { label: string; value?: number; max: number }) {
  return (
    <label className="progress">
      <span>
        {label}{" "}
        {value !== undefined && <small>{`${value.toLocaleString("en-US")} of ${max.toLocaleString("en-US")}`}</small>}
      </span>
      <progress value={value} max={max} />
    </label>
  );
}
