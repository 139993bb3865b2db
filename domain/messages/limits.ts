export const WEBHOOK_URL_MAX = 500
export const WEBHOOK_SECRET_MIN = 16
export const WEBHOOK_SECRET_MAX = 200
