/** What a press on a telephone number opens. */
export const phoneAddress = (phone: string): `tel:${string}` => `tel:${phone.replaceAll(/[^+\d]/g, '')}`
