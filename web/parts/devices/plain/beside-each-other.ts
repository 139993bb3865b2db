import type { Answer } from '../../../app/data/call-types.ts'
import type { Bar } from '../../../kit/chart/bar-chart.tsx'

type Bars = Pick<Answer<'GET /api/devices/{deviceId}/energy'>, 'bars'>

/** Bars of several beside each other; what one of them does not have is unknown, and what is after `today` is to come. */
export const besideEachOther = (all: readonly Bars[], today: string): Bar[] => {
  const keys = [...new Set(all.flatMap(({ bars }) => bars.map(({ key }) => key)))].sort()
  return keys.map((key) => {
    const found = all.map(({ bars }) => bars.find((bar) => bar.key === key))
    const [value = null, ...others] = found.map((bar) => bar?.wh ?? null)
    return {
      key,
      value,
      others,
      shared: found.some((bar) => bar?.shared),
      known: found.map((bar) => bar?.coverage),
      ahead: key > today,
    }
  })
}
