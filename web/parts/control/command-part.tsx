import { useTranslations } from 'use-intl'
import { Waiting } from '../../app/failure/waiting.tsx'
import { Card } from '../../kit/card.tsx'
import { Dotted } from '../../kit/dotted.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { useNow } from '../../kit/time/now.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { pathTo } from '../../paths.ts'
import { useActWords } from '../log/use-act-words.ts'
import styles from './control.module.css'
import { useCommand, type WholeCommand } from './control-queries.ts'
import { countEnders } from './limit-groups.ts'
import { OutcomePill } from './outcome-pill.tsx'
import { ResultRow } from './result-row.tsx'
import { Steps } from './steps.tsx'
import { isOfAct, useLedgerWords } from './use-ledger-words.ts'

/** One command of the ledger: what was asked, by whom, each step, and what each device said. */
export function CommandPart({ commandId, timeZone }: { commandId: string; timeZone: string }) {
  const found = useCommand(commandId)
  return found.data ? (
    <Found command={found.data.command} timeZone={timeZone} />
  ) : (
    <Waiting of={found}>
      <SkeletonCard />
      <SkeletonCard kind="rows" rows={3} />
    </Waiting>
  )
}

function Found({ command, timeZone }: { command: WholeCommand; timeZone: string }) {
  const t = useTranslations('control')
  const ofLimits = useTranslations('limits')
  const format = useFormat()
  const words = useActWords()
  const ledger = useLedgerWords(timeZone)
  const now = useNow()
  const holding = countEnders(command.ends.filter(({ endedAt }) => endedAt === null))
  return (
    <>
      <Card>
        <h2 className={styles.act}>{words.act(command.op, command.args)}</h2>
        <p className={styles.hint}>
          <Dotted parts={[format.instant(command.createdAt, timeZone), ...ledger.about(command, now)]} />
        </p>
        <OutcomePill outcome={command.outcome} />
        {holding.map(([who]) => (
          <p key={who} className={styles.hint}>
            {ofLimits(`who.${who}`)}
          </p>
        ))}
      </Card>
      <Card title={t('steps')}>
        <Steps command={command} timeZone={timeZone} />
      </Card>
      <Card flush title={t('devices')}>
        <ul className={styles.results}>
          {command.targets.map((target) => (
            <ResultRow key={target.deviceId} result={target} timeZone={timeZone} />
          ))}
        </ul>
      </Card>
      {command.batchId !== null && isOfAct(command) && (
        <Go
          to={pathTo('remote-control', { stationId: command.stationId, controlId: command.batchId })}
          className={styles.other}
        >
          {t('result')}
        </Go>
      )}
    </>
  )
}
