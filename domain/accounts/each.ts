/** What one act is done to at most. No source: chosen, more than anybody looks through one by one. */
export const EACH_MOST = 500
