/** The code of a station: `PS`, country, number (eight digits; six in stations of old), two check digits. */

const pattern = /^PS[A-Z]{2}\d{8,}$/

/** ISO 7064 MOD 97-10, as in an IBAN: finds every single wrong character and every swap of neighbours. */
const mod97 = (text: string): number =>
  [...text].reduce((rest, char) => {
    const value = Number.parseInt(char, 36)
    return (rest * (value > 9 ? 100 : 10) + value) % 97
  }, 0)

/** Drawn at random. Stations of old were counted from 1, in six digits: their codes and these never meet. */
export const STATION_NUMBERS = { from: 10_000_000, to: 99_999_999 } as const

export const stationCode = (country: string, number: number): string => {
  const body = `PS${country}${String(number).padStart(6, '0')}`
  return `${body}${String(98 - mod97(`${body}00`)).padStart(2, '0')}`
}

/** Whether a typed code is free of typing mistakes. */
export const isStationCode = (text: string): boolean => pattern.test(text) && mod97(text) === 1
