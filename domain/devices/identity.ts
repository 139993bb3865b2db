/**
 * What serials of two makers are told apart by: the first word of a brand, its ASCII letters small, without marks in it
 * ("SMA Solar Technology AG" and "SMA" are one maker). Two that are taken for one are kept apart by nobody, as before;
 * one that is taken for two would be counted twice. The column `brand_key` of the database says the same.
 */
export const brandKey = (brand: string): string =>
  (brand.replace(/^ +/, '').split(' ')[0] ?? '')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[.,_/&()'"+-]/g, '')

/** Whether two devices of the same serial may be one: of a device without a brand nobody knows. Both as keys. */
export const maySame = (one: string, other: string): boolean => one === '' || other === '' || one === other

/** A gateway makes the serial of a device that says none, or the same as another behind it. */
export const isMadeSerial = (sn: string): boolean => /^MADE-[0-9A-Z]{12}$/.test(sn)
