import { givesPower } from '#domain/devices/kinds.ts'
import type { Answer } from '../../../app/data/call-types.ts'

type Alarm = Answer<'GET /api/alarms'>['alarms'][number]
type Asked = Pick<Alarm, 'level' | 'code'> & { device: Pick<Alarm['device'], 'kind'> }

/** Hints that say of one that it is less than its neighbours: optimizer low, below peers. */
const saysLess = /^RULE.*LOW/

/**
 * The worst open alarm of what gives power, which a tick must not deny; of those that only hint, one that says the very
 * opposite. Worst first.
 */
export const alarmOver = <A extends Asked>(alarms: readonly A[]): A | undefined =>
  alarms.find(
    ({ level, code, device }) => givesPower(device.kind) && (level !== 'prompt' || saysLess.test(code)),
  )
