/** Node's crypto, set up with its first use: an isolate would spend milliseconds on it before its first answer. */
export const nodeCrypto = () => process.getBuiltinModule("node:crypto");
