/** 7 as `07`. */
export const two = (value: number): string => String(value).padStart(2, '0')
