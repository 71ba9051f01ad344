const hexDigits = 8;
const blockBytes = 64;

/** The first 32 bits of the fractional part of a root of each of the first primes (FIPS 180-4, 4.2.2 and 5.3.3). */
function fractions(count: number, root: number): Int32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return Int32Array.from(primes, (prime) => ((prime ** (1 / root) % 1) * 2 ** 32) | 0);
}

const constants = fractions(64, 3);
const initialState = fractions(8, 2);
const words = new Int32Array(64);

/**
 * SHA-256 (https://doi.org/10.6028/NIST.FIPS.180-4) that can be suspended between two blocks of 64 bytes and resumed by
 * another invocation: the platform's digests live only as long as the invocation that began them (ADR-042).
 */
export class Sha256 {
  readonly #hash: Int32Array;
  readonly #rest = new Uint8Array(blockBytes);
  #bytes: number;

  /** Resumes after `bytes` bytes with the text that `state()` returned then; without arguments starts a new hash. */
  constructor(state = "", bytes = 0) {
    this.#hash = Int32Array.from(initialState);
    this.#bytes = bytes;
    if (state === "") return;
    for (let i = 0; i < 8; i += 1)
      this.#hash[i] = Number.parseInt(state.slice(i * hexDigits, (i + 1) * hexDigits), 16) | 0;
  }

  update(piece: Uint8Array): void {
    let at = 0;
    let bufferedBytes = this.#bytes % blockBytes;
    this.#bytes += piece.length;
    if (bufferedBytes > 0) {
      at = Math.min(blockBytes - bufferedBytes, piece.length);
      this.#rest.set(piece.subarray(0, at), bufferedBytes);
      bufferedBytes += at;
      if (bufferedBytes < blockBytes) return;
      compress(this.#hash, this.#rest, 0);
    }
    for (; at + blockBytes <= piece.length; at += blockBytes) compress(this.#hash, piece, at);
    this.#rest.set(piece.subarray(at));
  }

  state(): string {
    if (this.#bytes % blockBytes !== 0) throw new Error("a hash can be saved only between two blocks");
    return toHex(this.#hash);
  }

  /** The hash in hexadecimal; ends the computation. */
  digest(): string {
    const bytes = this.#bytes;
    // Padding: a bit, zeros, and the length in 8 bytes, up to the end of a block.
    const padding = new Uint8Array(9 + ((2 * blockBytes - 9 - (bytes % blockBytes)) % blockBytes));
    padding[0] = 0x80;
    new DataView(padding.buffer).setBigUint64(padding.length - 8, BigInt(bytes) * 8n);
    this.update(padding);
    return toHex(this.#hash);
  }
}

const toHex = (hash: Int32Array): string =>
  Array.from(hash, (word) => (word >>> 0).toString(16).padStart(hexDigits, "0")).join("");

/** FIPS 180-4, 6.2.2. The loops stay within the arrays; `?? 0` only satisfies the compiler. */
function compress(hash: Int32Array, data: Uint8Array, at: number): void {
  for (let t = 0; t < 16; t += 1) {
    const i = at + t * 4;
    words[t] = ((data[i] ?? 0) << 24) | ((data[i + 1] ?? 0) << 16) | ((data[i + 2] ?? 0) << 8) | (data[i + 3] ?? 0);
  }
  for (let t = 16; t < 64; t += 1) {
    const x = words[t - 15] ?? 0;
    const y = words[t - 2] ?? 0;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[t] = (s1 + (words[t - 7] ?? 0) + s0 + (words[t - 16] ?? 0)) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let t = 0; t < 64; t += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (constants[t] ?? 0) + (words[t] ?? 0)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  const added = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i += 1) hash[i] = ((hash[i] ?? 0) + (added[i] ?? 0)) | 0;
}
