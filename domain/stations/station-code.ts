/** The code of a station: `PS`, country, running number (six digits or more), two check digits. */

const pattern = /^PS[A-Z]{2}\d{8,}$/

/** ISO 7064 MOD 97-10, as in an IBAN: finds every single wrong character and every swap of neighbours. */
const mod97 = (text: string): number =>
  [...text].reduce((rest, char) => {
    const value = Number.parseInt(char, 36)
    return (rest * (value > 9 ? 100 : 10) + value) % 97
  }, 0)

/** `number` counts the stations of the installation from 1. */
export const stationCode = (country: string, number: number): string => {
  const body = `PS${country}${String(number).padStart(6, '0')}`
  return `${body}${String(98 - mod97(`${body}00`)).padStart(2, '0')}`
}

/** Whether a typed code is free of typing mistakes. */
export const isStationCode = (text: string): boolean => pattern.test(text) && mod97(text) === 1
