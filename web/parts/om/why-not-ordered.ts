import { canBeOrdered } from '#domain/work-orders/subjects.ts'
import type { Alarm } from '../alarms/use-alarms.ts'

type Chosen = Pick<Alarm, 'status' | 'code'> & { device: Pick<Alarm['device'], 'kind'> }

/** Which sentence says why no order can be made of these alarms; null when one can. */
export const whyNotOrdered = (
  chosen: readonly Chosen[],
): 'onlyUnhandled' | 'closedOver' | 'noInverter' | null => {
  if (chosen.some(({ status }) => status === 'processing')) return 'onlyUnhandled'
  if (chosen.some(({ status }) => status === 'closed')) return 'closedOver'
  return chosen.every(({ device, code }) => canBeOrdered(device.kind, code)) ? null : 'noInverter'
}
