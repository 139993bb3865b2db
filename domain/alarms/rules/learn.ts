import { learnCounters } from './counter.ts'
import { learnLevels } from './learned-levels.ts'
import { learnShares } from './learned-shares.ts'
import type { Learned, RuleMemory } from './rule-memory.ts'
import { learnCourses } from './planes.ts'
import type { RuleId } from './rule.ts'
import type { RuleDevice, StationWindow } from './station-window.ts'
import { trackersOf } from './tracker-currents.ts'

/** What is learned of a station from a moment in which nothing is suspected. */

const STEP_MS = 300_000
const LEARN_MS = 30 * 60_000

/** Whether something is suspected of a device under a code. */
type Suspicion = (deviceId: string, code: string, instance: string) => boolean

const gridCodes = ['RULE-GRID-OVERVOLTAGE', 'RULE-GRID-UNDERVOLTAGE']

/** By device, what has to be remembered of it from now on; devices of which nothing changed are left out. */
export const learnFrom = (
  window: StationWindow,
  memory: RuleMemory,
  only: readonly RuleId[],
  isSuspected: Suspicion,
): Map<string, Learned> => {
  const learned = new Map<string, Learned>()
  if (window.at % LEARN_MS >= STEP_MS) return learned
  const keep = (found: ReadonlyMap<string, Learned>): void => {
    for (const [id, one] of found) {
      const before = memory.get(id)
      // A part that learns hands the others' on as they were: only what is its own counts.
      const changed = Object.entries(one).filter(([key, value]) => value !== before?.[key])
      if (changed.length > 0)
        learned.set(id, { ...(learned.get(id) ?? before), ...Object.fromEntries(changed) })
    }
  }
  const gridSuspected = ({ id, gatewayId }: RuleDevice): boolean =>
    gridCodes.some((code) => isSuspected(id, code, '1') || isSuspected(gatewayId ?? '', code, '1'))
  const stands = ({ id }: RuleDevice): boolean =>
    ['RULE-INVERTER-OFF', 'RULE-NO-PRODUCTION'].some((code) => isSuspected(id, code, '1'))
  if (only.includes('string_current'))
    keep(
      learnShares(trackersOf(window), memory, window, ({ inverter, n }) =>
        isSuspected(inverter.id, 'RULE-STRING-CURRENT', `MPPT ${n}`),
      ),
    )
  if (only.includes('grid_voltage')) keep(learnLevels(window, memory, gridSuspected))
  if (only.includes('inverter_off')) keep(learnCourses(window, memory, stands))
  if (only.includes('counter')) keep(learnCounters(window, memory))
  return learned
}
