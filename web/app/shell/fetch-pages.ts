import { navigate } from '../../kit/navigation/navigate.ts'
import { whenQuiet } from '../../kit/when-quiet.ts'
import { pathTo, pathToDevice } from '../../paths.ts'

/** Where most go next, in that order. An address without its object is enough: only the code is fetched. */
const next = [
  pathTo('station-list'),
  pathTo('station-detail', { stationId: '' }),
  pathTo('om-page'),
  pathTo('alarm-detail', { alarmId: '' }),
  pathTo('work-order-detail', { orderId: '' }),
  pathToDevice('inverter', ''),
  pathTo('service-page'),
  pathTo('mine-page'),
  pathTo('home'),
] as const

/** Who pays for each byte is left in peace. */
const saves = (): boolean => {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || (connection?.effectiveType ?? '').endsWith('2g')
}

/** Fetches the pages that most open next, one after the other, whenever there is nothing better to do. */
export const fetchPages = (): (() => void) => {
  let stopped = saves()
  const from = (at: number): void => {
    const path = next[at]
    if (stopped || path === undefined) return
    navigate.preload(path)
    whenQuiet(() => from(at + 1), Infinity)
  }
  whenQuiet(() => from(0), Infinity)
  return () => {
    stopped = true
  }
}
