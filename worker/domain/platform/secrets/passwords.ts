import { nodeCrypto } from "./node-crypto.ts";

/**
 * scrypt N=2^14, r=8, p=5: the cheapest in time of OWASP's equivalent settings, with 16 MiB (Password Storage Cheat
 * Sheet). It blocks the isolate for about 0.2 s, so hashes go one at a time (ADR-026).
 */
const cost = { N: 2 ** 14, r: 8, p: 5 };
const keyBytes = 32;
const derive = (password: string, salt: Uint8Array, { N, r, p } = cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    nodeCrypto().scrypt(password.normalize("NFKC"), salt, keyBytes, { N, r, p, maxmem: 64 << 20 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/** `scrypt$N$r$p$salt$hash`; the parameters are stored with the hash, so that they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = nodeCrypto().randomBytes(16);
  const key = await derive(password, salt);
  return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

// The parameters are those of new hashes, so that an unknown account takes as long as an existing one (T12).
const dummyHash = `scrypt$${cost.N}$${cost.r}$${cost.p}$${"A".repeat(22)}$${"A".repeat(43)}`;

export async function isRightPassword(password: string, storedHash: string | null | undefined): Promise<boolean> {
  const [, N, r, p, salt = "", hash = ""] = (storedHash ?? dummyHash).split("$");
  const key = await derive(password, Buffer.from(salt, "base64url"), { N: Number(N), r: Number(r), p: Number(p) });
  return nodeCrypto().timingSafeEqual(key, Buffer.from(hash, "base64url")) && Boolean(storedHash);
}
