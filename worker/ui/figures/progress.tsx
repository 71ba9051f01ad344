type ProgressProps = {
  label: string;
  value?: number;
  max: number;
  format?: (value: number) => string;
};

export function Progress({ label, value, max, format = (n) => n.toLocaleString("en-US") }: ProgressProps) {
  return (
    <label className="progress">
      <span>
        {label} {value !== undefined && <small>{`${format(value)} of ${format(max)}`}</small>}
      </span>
      <progress value={value} max={max} />
    </label>
  );
}
