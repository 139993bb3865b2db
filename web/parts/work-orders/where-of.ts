import { isAboutString } from '#domain/work-orders/subjects.ts'
import { pathTo, pathToDevice } from '../../paths.ts'
import type { AppPath } from '../../kit/navigation/app-path.ts'
import type { Order } from './use-orders.ts'

type Alarm = Order['content'][number]
type Where = {
  device: NonNullable<Order['device']> | null
  /** What of the device: a tracker by its number, or a string by its own. */
  part: { mppt: string } | { string: string } | null
  to: AppPath
}

/** What an alarm's only item points at. */
const partOf = ({ code, items }: Alarm): Where['part'] => {
  const kept = items.filter((item) => item.kept)
  const [only] = kept
  if (kept.length !== 1 || !only) return null
  const mppt = /^MPPT (\d+)$/.exec(only.instance)?.[1]
  if (mppt !== undefined) return { mppt }
  return isAboutString(code) && /^\d+$/.test(only.instance) ? { string: only.instance } : null
}

/** The alarm that an order is about, when it is one alone. */
export const onlyAlarm = ({ content }: Pick<Order, 'content'>): Alarm | null => {
  const kept = content.filter((alarm) => alarm.kept)
  return kept.length === 1 && content.length === 1 ? (kept[0] ?? null) : null
}

/** A string or a tracker that is named in words. */
const namesString = /(?:组串|\bstring|MPPT)\s*#?\d+/i

/**
 * Where somebody has to go, as exactly as the order says it, and the page that shows it: a string or a tracker among
 * those of its inverter, what hangs on the roof marked in the layout. Where only words name a string, all of the station.
 */
export const whereOf = (
  order: Pick<Order, 'content' | 'device' | 'about' | 'station' | 'name' | 'description'>,
): Where => {
  const { station } = order
  const alarm = onlyAlarm(order)
  const device = order.device ?? alarm?.device ?? order.about?.device ?? null
  if (device === null) {
    const route = namesString.test(`${order.name} ${order.description}`)
      ? 'group-device-list'
      : 'station-detail'
    return { device, part: null, to: pathTo(route, { stationId: station.id }) }
  }
  const part = alarm ? partOf(alarm) : null
  if (part !== null && device.kind === 'inverter')
    return { device, part, to: pathTo('inverter-detail', { deviceId: device.id, part: 'strings' }) }
  const onRoof = device.kind === 'optimizer' || device.kind === 'shutdown'
  return {
    device,
    part,
    to: onRoof
      ? pathTo('device-topology', { stationId: station.id, deviceId: device.id })
      : pathToDevice(device.kind, device.id),
  }
}
