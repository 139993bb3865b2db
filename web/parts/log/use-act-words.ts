import { useTranslations } from 'use-intl'
import type { CommandOp } from '#domain/commands/command-states.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import type { Answer } from '../../app/data/call-types.ts'

type Result = Answer<'GET /api/control/{controlId}'>['control']['devices'][number]
type Args = Readonly<Record<string, string | number | boolean | null>>

const known = [
  'contradicted',
  'no_answer',
  'no_reading',
  'no_gateway',
  'unsupported',
  'busy',
  'unknown_target',
  'expired',
  'partly',
  'not_done',
  'did_nothing',
  'other_value',
  'out_of_range',
  'refused',
  'not_kept',
  'unproven',
  'device_removed',
  'checked_in',
] as const

/** What was asked, and why a device did not do it, in words. */
export const useActWords = () => {
  const t = useTranslations('control')
  const format = useFormat()
  return {
    act: (op: CommandOp, args: Args): string => {
      if (op === 'switch') return t(args['on'] === true ? 'op.switch_on' : 'op.switch_off')
      if (op === 'limit') {
        const { pct, w } = args
        if (pct === 100) return t('op.lift')
        if (typeof pct === 'number') return t('op.limit_to', { to: `${pct}%` })
        if (typeof w === 'number') return t('op.limit_to', { to: format.text('power', w) })
      }
      if (op === 'set' && typeof args['report_s'] === 'number')
        return t('op.set_to', { minutes: String(args['report_s'] / 60) })
      return t(`op.${op}`)
    },
    code: (code: string | null, state: Result['state']): string | null => {
      if (code === null)
        return state === 'unverified' ? t('timeout') : state === 'expired' ? t('step.expired') : null
      const one = known.find((name) => name === code)
      return one ? t(`code.${one}`) : t('code.other', { code })
    },
  }
}
