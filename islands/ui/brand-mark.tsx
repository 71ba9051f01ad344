type Shape = readonly [fill: string, path: string];

const disc = (x: number, r: number) => `M${x - r} 10a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0z`;
const marks: Record<string, readonly Shape[]> = {
  visa: [
    [
      "#1434cb",
      "M6 7h1.6l.7 4 2-4H12l-3.3 6.2H7.1zM12.5 7h1.5l-1.2 6.2h-1.5zM19.3 7.2l-.4 1.2q-2.6-.7-2.7.2 0 .4 1.1 1 1.3.8 1.1 2-.4 2.2-4.5 1.5l.3-1.3q2.6.6 2.800-.2 0-.4-1.1-1-1.3-.8-1.1-1.900.5-2.2 4.5-1.5zM22.5 7h1.5l1.4 6.2H24l-.2-1h-2.2l-.6 1h-1.6zM22.4 10.900h1.2l-.4-2z",
    ],
  ],
  mastercard: [
    ["#eb001b", disc(13, 6)],
    ["#f79e1b", disc(19, 6)],
    ["#ff5f00", "M16 4.8a6 6 0 0 1 0 10.4a6 6 0 0 1 0-10.4z"],
  ],
  amex: [
    ["#016fd0", "M4 4h24v12H4z"],
    [
      "#fff",
      "M6 13l3-6h2l3 6h-2l-.5-1h-3l-.5 1zM15 7h2.5l1.5 3 1.5-3H23v6h-2V9.5L19.5 13h-1L17 9.5V13h-2zM24 7h3v1.5h-1.5v.8H27v1.4h-1.5v.8H27V13h-3z",
    ],
  ],
  discover: [
    ["#f76b1c", disc(19, 5)],
    ["#3f3f46", "M4 8h6a2 2 0 0 1 0 4H4z"],
  ],
  diners: [
    ["#0079be", disc(16, 7)],
    ["#fff", "M13 6.5a4.5 4.5 0 0 0 0 7zM19 6.5a4.5 4.5 0 0 1 0 7z"],
  ],
  jcb: [
    ["#0b4ea2", "M7 4h5v10q0 2-2 2H7z"],
    ["#d8232a", "M13.5 4h5v10q0 2-2 2h-3z"],
    ["#1a9f4b", "M20 4h5v10q0 2-2 2h-3z"],
  ],
  unionpay: [
    ["#d7182a", "M6 4h8l-2 12H4z"],
    ["#00447c", "M13 4h8l-2 12h-8z"],
    ["#007b84", "M20 4h8l-2 12h-8z"],
  ],
  us_bank_account: [["currentColor", "M16 3l9 4v1.5H7V7zM9 10h2v4H9zM15 10h2v4h-2zM21 10h2v4h-2zM7 15h18v2H7z"]],
};
const fallbackMark: readonly Shape[] = [["currentColor", "M6 7h20v2H6zM6 12h6v2H6z"]];

export function BrandMark({ brand }: { brand: string }) {
  return (
    <svg className="brand-mark" viewBox="0 0 32 20" width="32" height="20" aria-hidden="true">
      {(marks[brand] ?? fallbackMark).map(([fill, path]) => (
        <path key={path} fill={fill} d={path} />
      ))}
    </svg>
  );
}
