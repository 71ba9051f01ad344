/** Node's crypto, loaded on first use, because loading it delays an isolate's first response by milliseconds. */
export const nodeCrypto = () => process.getBuiltinModule("node:crypto");
