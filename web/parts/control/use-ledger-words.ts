import { useTranslations } from 'use-intl'
import { useActWords } from '../log/use-act-words.ts'
import type { Command } from './control-queries.ts'
import { countEnds } from './limit-groups.ts'
import { useLimitWords } from './limit-words.ts'

const controlled = ['switch', 'limit', 'restart', 'set', 'read']

/** Whether somebody asked for it on the page of control, which shows what it came to. */
export const isOfAct = ({ op }: Command): boolean => controlled.includes(op)

/** What is said of a command beside what it is. */
export const useLedgerWords = (timeZone: string) => {
  const t = useTranslations('control')
  const ofLimits = useTranslations('limits')
  const words = useActWords()
  const limits = useLimitWords(timeZone)
  return {
    /** Its device, or how many there are. */
    subject: ({ named: [first], total }: Command): string =>
      total > 1 ? t('targets', { count: total }) : first?.name || first?.sn || '',
    /** Who asked for it, why it came to what it did, and what ended its limit. */
    about: (command: Command, now: number): string[] => {
      // What the server does of itself about a limit: it goes on, or is over.
      const bySystem =
        command.op === 'limit' && command.createdBy === null
          ? ofLimits(command.args['pct'] === 100 ? 'liftedByServer' : 'renewal')
          : t('runningSystem')
      const ended = countEnds(command.ends).map(({ limit }) => limits.ended(limit, now))
      return [command.createdBy?.name ?? bySystem, words.code(command.code, command.state), ...ended].filter(
        (one): one is string => Boolean(one),
      )
    },
  }
}
