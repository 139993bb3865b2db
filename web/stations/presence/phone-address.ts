/** What a press on a telephone number opens. */
export const phoneAddress = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/g, '')}`
