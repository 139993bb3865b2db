import { type Rule, type RuleId, same, serialsOf } from './rule.ts'
import type { Verdict } from '../../analyses/verdict.ts'
import {
  ableW,
  meanPowerW,
  newest,
  ofKind,
  type RuleDevice,
  type StationWindow,
} from '../../analyses/station-window.ts'

/** More of one inverter are one fault of theirs together. No source: chosen. */
const APART = 3
/** Share of rated power from which the inverter runs: then its devices have to be closed and hear the signal. No source: chosen. */
const RUNS = 0.02

type Found = { device: RuleDevice; says: Verdict['says']; asOf: number }

const runs = (inverter: RuleDevice | undefined, window: StationWindow): boolean => {
  const power = inverter === undefined ? null : meanPowerW(inverter, window)
  return inverter !== undefined && power !== null && power > RUNS * (ableW(inverter) ?? 0)
}

const judge = (
  window: StationWindow,
  code: string,
  isWell: (device: RuleDevice) => boolean | null,
): Verdict[] => {
  const inverters = new Map(ofKind(window, 'inverter').map((one) => [one.id, one]))
  return [...Map.groupBy(ofKind(window, 'shutdown'), ({ parentId }) => parentId)].flatMap(
    ([parentId, group]): Verdict[] => {
      const on = runs(inverters.get(parentId ?? ''), window)
      const all = group.flatMap((device): Found[] => {
        const last = newest(device, window)
        const well = isWell(device)
        if (last === null || well === null) return []
        return [
          { device, says: well ? 'good' : on && device.offSince === null ? 'bad' : 'hold', asOf: last.ts },
        ]
      })
      const bad = all.filter(({ says }) => says === 'bad')
      const together = parentId !== null && bad.length > APART
      const own = all.map(({ device, says, asOf }): Verdict => ({
        code,
        deviceId: device.id,
        instance: '1',
        says: together && says === 'bad' ? 'good' : says,
        asOf,
        readings: { serial: device.sn },
      }))
      if (parentId === null || all.length === 0) return own
      return [
        ...own,
        {
          code,
          deviceId: parentId,
          instance: '1',
          says: together ? 'bad' : all.every(({ says }) => says === 'good') ? 'good' : 'hold',
          asOf: Math.max(...all.map(({ asOf }) => asOf)),
          readings: {
            concerned: bad.length,
            of: group.length,
            devices: serialsOf(bad.map(({ device }) => device)),
          },
        },
      ]
    },
  )
}

const shutdownRule = (
  id: RuleId,
  code: string,
  isWell: (device: RuleDevice, window: StationWindow) => boolean | null,
): Rule => ({
  id,
  gives: 'alarms',
  needs: { step: 'minutes', readings: ['p', 'closed', 'keepalive'] },
  unit: 'min',
  threshold: { usual: 15, least: 5, most: 240 },
  clearsAt: same,
  waitMin: same,
  clearMin: 5,
  source: {
    en: 'Three reports while the inverter runs: a single one is a transmitter restart. When the inverter is off, an open device is normal.',
    zh_CN: '逆变器运行时连续三次上报才告警：仅一次多为发射器重启；逆变器停机时关断器断开属正常。',
  },
  judge: (window) => judge(window, code, (device) => isWell(device, window)),
})

/** A shutdown device keeps its modules off while the inverter runs. */
export const shutdownOpen = shutdownRule('shutdown_open', 'RULE-SHUTDOWN-OPEN', (device, window) => {
  const last = newest(device, window)
  // Without the signal it has to open: that is the other rule's.
  return last === null || last.closed === null ? null : last.closed || last.keepalive === false
})

/** A shutdown device does not hear the keep-alive signal of a running inverter. */
export const keepaliveLost = shutdownRule('keepalive_lost', 'RULE-KEEPALIVE-LOST', (device, window) => {
  const last = newest(device, window)
  return last === null ? null : last.keepalive
})
