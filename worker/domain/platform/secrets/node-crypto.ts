/** Node's crypto, loaded on first use: it would delay an isolate's first response by milliseconds. */
export const nodeCrypto = () => process.getBuiltinModule("node:crypto");
