/**
 * What a device or a rule calls a part of it: a word of its own (`MPPT 5`) is said as it is, of a bare number that it is
 * one of several.
 */
export const instanceWord = (instance: string, numbered: (no: string) => string): string =>
  /^\d+$/.test(instance) ? numbered(instance) : instance
