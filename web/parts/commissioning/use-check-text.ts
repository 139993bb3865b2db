import { useTranslations } from 'use-intl'
import { spanOf } from '../devices/gateway/link-words.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { useNow } from '../../kit/time/now.ts'
import type { Check, CheckOf, CommandData } from './commissioning-queries.ts'

const knownReasons = [
  'busy',
  'expired',
  'unknown_target',
  'unsupported',
  'no_answer',
  'partly',
  'not_done',
  'device_removed',
] as const
const isKnown = (code: string): code is (typeof knownReasons)[number] =>
  (knownReasons as readonly string[]).includes(code)

/** Why a command failed, in words; null when it did not. */
export const useReason = (): ((command: CommandData | null) => string | null) => {
  const t = useTranslations('commissioning.reason')
  return (command) => {
    if (command?.outcome !== 'fail') return null
    const code = command.state === 'expired' ? 'expired' : (command.code ?? 'not_done')
    return isKnown(code) ? t(code) : t('other', { code })
  }
}

/** What is known of each check now, in words and figures. */
export const useCheckText = (
  activation: CommandData | null,
  timeZone: string,
): ((check: Check) => string) => {
  const t = useTranslations('commissioning.said')
  const format = useFormat()
  const now = useNow()
  const reason = useReason()
  const span = (ms: number): string => {
    const { unit, n } = spanOf(ms)
    return t(`span.${unit}`, { n: String(n) })
  }
  const clock = ({ offsetMs, limitMs }: CheckOf<'clock'>): string => {
    if (offsetMs === null) return t('clockWaiting')
    if (Math.abs(offsetMs) < 2_000) return t('clockRight')
    const by = span(offsetMs)
    if (Math.abs(offsetMs) <= limitMs) return t('clockOff', { by })
    return t(offsetMs > 0 ? 'clockAhead' : 'clockBehind', { by, limit: span(limitMs) })
  }
  const report = ({ state, lastAt, intervalMin }: CheckOf<'report'>): string => {
    const minutes = String(intervalMin)
    if (lastAt === null) return state === 'problem' ? t('reportNever') : t('reportWaiting', { minutes })
    const age = format.age(lastAt, now)
    return state === 'done' ? t('report', { age, minutes }) : t('reportOld', { age })
  }
  const signal = ({ state, bars, neededBars }: CheckOf<'signal'>): string => {
    if (bars === null) return state === 'done' ? t('signalWired') : t('signalWaiting')
    return state === 'done'
      ? t('signalGood', { bars: String(bars) })
      : t('signalWeak', { bars: String(bars), needed: String(neededBars) })
  }
  const devices = ({ state, expected, found }: CheckOf<'devices'>): string => {
    if (state === 'waiting') return t('foundWaiting')
    return expected === 0 ? t('foundNone') : t('found', { found: String(found), expected: String(expected) })
  }
  const activated = ({ at, activated: some, children }: CheckOf<'activated'>): string => {
    if (activation?.outcome === 'in_progress') {
      if (activation.state === 'accepted') return t('accepted')
      return activation.sentAt === null
        ? t('queued')
        : t('sentAge', { age: format.age(activation.sentAt, now) })
    }
    if (at !== null) {
      const counts = { activated: String(some), children: String(children) }
      return t('activated', { instant: format.instant(at, timeZone), ...counts })
    }
    const why = reason(activation)
    if (why !== null) return t('failedWith', { reason: why })
    return activation?.outcome === 'abnormal' ? t('abnormal') : t('notActivated')
  }
  return (check) => {
    switch (check.key) {
      case 'connected':
        if (check.state === 'done') return t('connected', { age: format.age(check.since, now) })
        return check.since === null ? t('neverConnected') : t('lost', { age: format.age(check.since, now) })
      case 'report':
        return report(check)
      case 'clock':
        return clock(check)
      case 'signal':
        return signal(check)
      case 'firmware':
        return check.version === '' ? t('versionWaiting') : t('version', { version: check.version })
      case 'devices':
        return devices(check)
      case 'energy':
        if (check.counting === 0) return t('energyWaiting')
        return t('energy', {
          counting: String(check.counting),
          inverters: String(check.inverters),
          energy: format.text('energy', check.energyTotalWh),
          power: format.text('power', check.powerW),
        })
      case 'activated':
        return activated(check)
    }
  }
}
