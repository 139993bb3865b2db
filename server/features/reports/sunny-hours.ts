import { type EnteredPosition, signedPosition, sunAt } from '#domain/stations/sun.ts'

const HOUR = 3_600_000

/** Hours of sun in a stretch, counted from 1970. */
export const sunnyHours = (station: EnteredPosition, from: number, to: number): Set<number> => {
  const where = signedPosition(station)
  const hours = new Set<number>()
  for (let hour = Math.ceil(from / HOUR); (hour + 1) * HOUR <= to; hour += 1)
    if (sunAt((hour + 0.5) * HOUR, where).elevationDeg > 0) hours.add(hour)
  return hours
}
