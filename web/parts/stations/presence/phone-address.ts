/** A telephone number as it is dialled. */
export const dialled = (phone: string): string => phone.replaceAll(/[^+\d]/g, '')

/** What a press on a telephone number opens. */
export const phoneAddress = (phone: string): `tel:${string}` => `tel:${dialled(phone)}`
