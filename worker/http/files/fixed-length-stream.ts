declare const FixedLengthStream: new (length: number) => TransformStream<Uint8Array, Uint8Array>;

/**
 * workerd's stream of a known length: the reply has a content-length, and bytes that are piped into the stream never
 * enter JavaScript (https://developers.cloudflare.com/workers/runtime-apis/streams/transformstream/#fixedlengthstream).
 */
export const createFixedLengthStream = (length: number): TransformStream<Uint8Array, Uint8Array> =>
  new FixedLengthStream(length);
