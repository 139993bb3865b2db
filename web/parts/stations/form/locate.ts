export type Located = { latitude: number; longitude: number; accuracyM: number }
export type LocateFailure = 'denied' | 'unavailable' | 'timeout' | 'insecure' | 'unsupported'

const waitMs = 20_000
const reasons: Record<number, LocateFailure> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' }

/** Where this phone is, or in one word why that cannot be said. Degrees, WGS 84. */
export const locate = (): Promise<Located | LocateFailure> => {
  // Browsers refuse it on plain http without asking anybody.
  if (!window.isSecureContext) return Promise.resolve('insecure')
  if (!('geolocation' in navigator)) return Promise.resolve('unsupported')
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({ latitude: coords.latitude, longitude: coords.longitude, accuracyM: coords.accuracy }),
      ({ code }) => resolve(reasons[code] ?? 'unavailable'),
      { enableHighAccuracy: true, timeout: waitMs, maximumAge: 60_000 },
    )
  })
}

/** Signed degrees as number and hemisphere, to the six decimals that are kept (about 0.1 m). */
export const unsigned = (degrees: number): { degrees: number; positive: boolean } => ({
  degrees: Number(Math.abs(degrees).toFixed(6)),
  positive: degrees >= 0,
})
