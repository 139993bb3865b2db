import { givesPower } from '#domain/devices/kinds.ts'
import type { Answer } from '../../../app/data/call-types.ts'

type Alarm = Answer<'GET /api/alarms'>['alarms'][number]
type Asked = Pick<Alarm, 'level'> & { device: Pick<Alarm['device'], 'kind'> }

/** The worst open alarm of what gives power, which a tick must not deny; one that only hints denies none. Worst first. */
export const alarmOver = <A extends Asked>(alarms: readonly A[]): A | undefined =>
  alarms.find(({ level, device }) => level !== 'prompt' && givesPower(device.kind))
