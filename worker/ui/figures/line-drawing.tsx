/** Two paths for each drawing: the filled shape, and the lines above it. */
const drawings = {
  things: [
    "M36,68l44-22v88l-44-22zM80 46l44 22-44 22-44-22z",
    "M36,68l44-22 44 22v44l-44 22-44-22zM36 68l44 22 44-22M80 90v44M58 57l44 22v16",
  ],
  papers: ["M46,34h46v24h22v70H46z", "M46,34h46l22 24v70H46zM92 34v24h22M60 76h40M60 92h40M60 108h24"],
  cart: [
    "M50,58h70l-10 36H58z",
    "M34,44h12l14 64h52M50 58h70l-10 36H57.5M66 118a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM104 118a6 6 0 1 1 0 12 6 6 0 0 1 0-12z",
  ],
  people: [
    "M80,38a20 20 0 1 1 0 40 20 20 0 0 1 0-40z",
    "M80,38a20 20 0 1 1 0 40 20 20 0 0 1 0-40zM40 124c0-20 17-32 40-32s40 12 40 32z",
  ],
  nothing: [
    "M74,42a32 32 0 1 1 0 64 32 32 0 0 1 0-64z",
    "M74,42a32 32 0 1 1 0 64 32 32 0 0 1 0-64zM97 97l25 25M62 74h24",
  ],
} as const;

export type DrawingName = keyof typeof drawings;

/** Small version of the contour lines on the sign-in page. */
const contour =
  "M121,80C122 87 114 98 108 102S89 104 80 105S58 106 52 102S43 87 44 80S48 64 54 59S72 49 80 50S95 57 102 63S121 73 121 80zM139 80C140 89 126 103 116 109S93 114 80 114S48 117 40 112S30 90 30 80S35 58 44 51S69 39 80 39S101 48 111 55S138 71 139 80zM156 80C156 91 136 107 123 114S96 124 80 125S38 129 28 121S17 93 18 80S23 51 33 43S65 28 80 29S109 38 122 47S156 69 156 80zM172 80C172 94 145 110 130 119S99 136 80 138S28 141 16 131S5 96 6 80S11 45 23 35S62 18 80 19S117 28 133 38S173 66 172 80z";

export function LineDrawing({ name }: { name: DrawingName }) {
  const [fill, lines] = drawings[name];
  return (
    <svg className="line-drawing" viewBox="0 0 160 160" width="160" height="160" aria-hidden="true">
      <path className="contour" d={contour} fill="none" stroke="currentColor" />
      <path className="fill" d={fill} />
      <path d={lines} fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  );
}
