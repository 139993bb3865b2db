import type { NightDay } from '#domain/telemetry/night-energy.ts'
import { stepPeriod, type Period } from '../../../kit/chart/period.ts'

type Asked = { period: Period | undefined; of: string | undefined }

/**
 * Before the first light a chart opens on the day whose energy its page tells, not on an empty one. `written`: what goes
 * into the address then, where the present day has to be named. `today` is a day of the place's zone.
 */
export const openedDay = <S extends Asked>(asked: S, night: NightDay | null, today: string) => {
  const before = night === 'yesterday' ? stepPeriod('day', today, -1, today) : null
  const opens = before !== null && asked.of === undefined && (asked.period ?? 'day') === 'day'
  return {
    search: opens ? { ...asked, of: before } : asked,
    written: <C extends Partial<S>>(change: C): C =>
      before !== null && 'of' in change && change.of === undefined && (change.period ?? 'day') === 'day'
        ? { ...change, of: today }
        : change,
  }
}
