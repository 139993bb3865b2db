export const WEBHOOK_URL_MAX = 500
export const WEBHOOK_SECRET_MIN = 16
export const WEBHOOK_SECRET_MAX = 200
/** Addresses that one company may have told, and the installation for all. No source: chosen. */
export const WEBHOOKS_MAX = 50
/** Addresses that one answer lists: an administrator sees those of all companies; of more it says how many. */
export const WEBHOOKS_SHOWN = 500
