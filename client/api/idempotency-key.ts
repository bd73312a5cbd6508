/** Unlike randomUUID, random values exist without HTTPS, too. */
export const createIdempotencyKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');
