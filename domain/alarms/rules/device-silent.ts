import { isModuleLevel, sleepsWithoutLight } from '../../devices/kinds.ts'
import { SILENT_INTERVALS } from '../../telemetry/silence.ts'
import { AWAKE_DEG, lightSince } from '../../analyses/light.ts'
import { minutes, type Rule, same, serialsOf } from './rule.ts'
import type { Verdict } from '../../analyses/verdict.ts'
import { ofKind, ratedKw, type RuleDevice, type StationWindow } from '../../analyses/station-window.ts'
import { offNow } from '../../analyses/switched-off.ts'

const MINUTE = 60_000
/** With more silent parts behind one inverter it is one fault of theirs together. No source: chosen. */
const APART = 3

const isSilent = (device: RuleDevice, { at, listeningSince }: StationWindow, since: number, min: number) =>
  device.heardAt !== null && at - Math.max(device.heardAt, since, listeningSince) >= min * MINUTE

/**
 * A device that is silent in daylight while its gateway reports; one that needs no light, at night too. Time counts from
 * when the sun woke it. What hangs on
 * a silent inverter is not named again; many silent parts of one inverter are one alarm on the inverter.
 */
export const deviceSilent: Rule = {
  id: 'device_silent',
  gives: 'alarms',
  needs: { step: 'minutes', readings: [] },
  unit: 'min',
  threshold: { usual: 60, least: 15, most: 1440 },
  clearsAt: same,
  waitMin: minutes(0),
  clearMin: 0,
  source: {
    en: 'Twice the time of a gateway: module electronics lose single reports on the power line. Devices that need light are judged only when the sun is 10° up.',
    zh_CN: '为网关时限的两倍：优化器的电力线通信会偶尔丢包。依赖光照的设备仅在太阳高度角高于 10° 时判断。',
  },
  judge: (window, threshold) => {
    const { at, reportMin } = window
    const light = lightSince(window, AWAKE_DEG)
    const limitMin = Math.max(threshold, SILENT_INTERVALS * reportMin)
    const heardMs = SILENT_INTERVALS * reportMin * MINUTE
    const gateways = new Map(ofKind(window, 'gateway').map((one) => [one.id, one]))
    const answers = ({ gatewayId }: RuleDevice): boolean => {
      const heardAt = gateways.get(gatewayId ?? '')?.heardAt ?? null
      return heardAt !== null && at - heardAt < heardMs
    }
    const off = offNow(window)
    const says = (device: RuleDevice): Verdict['says'] => {
      if (device.heardAt !== null && at - device.heardAt < heardMs) return 'good'
      // Without the light of its modules an inverter, or what hangs on one that is off, may well sleep.
      if (off.has(device.id)) return 'hold'
      const awake = sleepsWithoutLight(device.kind) ? light : window.listeningSince
      return awake !== null && answers(device) && isSilent(device, window, awake, limitMin) ? 'bad' : 'hold'
    }
    const verdict = (device: RuleDevice, found: Verdict['says'], children: RuleDevice[]): Verdict => ({
      code: 'RULE-DEVICE-SILENT',
      deviceId: device.id,
      instance: '1',
      says: found,
      asOf: at,
      ...(device.heardAt === null ? {} : { beganAt: device.heardAt }),
      readings: {
        lastHeardAt: device.heardAt === null ? null : new Date(device.heardAt).toISOString(),
        silentMin: device.heardAt === null ? null : Math.round((at - device.heardAt) / MINUTE),
        ...(children.length === 0
          ? {}
          : { children: children.length, ratedKw: ratedKw([device]), devices: serialsOf(children) }),
      },
    })
    const parts = window.devices.filter(({ kind }) => isModuleLevel(kind))
    const byParent = Map.groupBy(parts, ({ parentId }) => parentId)
    const out: Verdict[] = []
    const silentInverters = new Set<string>()
    for (const device of window.devices) {
      if (device.kind === 'gateway' || isModuleLevel(device.kind)) continue
      const found = says(device)
      if (found === 'bad') silentInverters.add(device.id)
      out.push(verdict(device, found, byParent.get(device.id) ?? []))
    }
    for (const [parentId, group] of byParent) {
      const found = group.map((device) => ({ device, says: says(device) }))
      const silent = found.flatMap((one) => (one.says === 'bad' ? [one.device] : []))
      const covered = parentId !== null && silentInverters.has(parentId)
      const together = parentId !== null && !covered && silent.length > APART
      for (const one of found)
        out.push(verdict(one.device, one.says === 'bad' && (covered || together) ? 'good' : one.says, []))
      if (parentId !== null)
        out.push({
          code: 'RULE-PARTS-SILENT',
          deviceId: parentId,
          instance: '1',
          says: together ? 'bad' : found.some((one) => one.says === 'hold') ? 'hold' : 'good',
          asOf: at,
          beganAt: Math.min(at, ...silent.flatMap(({ heardAt }) => heardAt ?? [])),
          readings: { silent: silent.length, children: group.length, devices: serialsOf(silent) },
        })
    }
    return out
  },
}
