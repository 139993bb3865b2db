import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../paths.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useNow } from '../../kit/time/now.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Chips } from '../../kit/chips.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { usePane } from '../../kit/navigation/pane.ts'
import styles from './control.module.css'
import { type Command, type Outcome, useLedger } from './control-queries.ts'
import { countEnders } from './limit-groups.ts'
import { OutcomePill, outcomes } from './outcome-pill.tsx'
import { Steps } from './steps.tsx'
import { isOfAct, useLedgerWords } from './use-ledger-words.ts'
import { useActWords } from '../log/use-act-words.ts'
import { Windowed } from '../../kit/windowed.tsx'
import { PagedList } from '../../app/lists/paged-list.tsx'

type LedgerPartProps = {
  stationId: string
  timeZone: string
  deviceId: string | undefined
  outcome?: Outcome | undefined
  /** Without it every outcome stands there, inside a card. */
  onOutcome?: (outcome: Outcome | undefined) => void
}

/** Every command of the station, or of one device, newest first; each opens to its steps. */
export function LedgerPart({ stationId, timeZone, deviceId, outcome, onOutcome }: LedgerPartProps) {
  const t = useTranslations('control')
  const ledger = useLedger(stationId, deviceId, outcome)
  // On a wide screen a command opens beside the ledger, else within it.
  const beside = usePane() !== null
  return (
    <>
      {onOutcome && (
        <Chips
          label={t('filterOutcome')}
          options={[
            { value: 'all' as const, label: t('filterAll') },
            ...outcomes.map((value) => ({ value, label: t(`outcome.${value}`) })),
          ]}
          value={outcome ?? 'all'}
          onChange={(next) => onOutcome(next === 'all' ? undefined : next)}
        />
      )}
      <PagedList
        list={ledger}
        lines={6}
        inline={!onOutcome}
        card={onOutcome !== undefined}
        empty={
          <EmptyState
            inline={!onOutcome}
            icon={<ScrollText size={26} aria-hidden />}
            title={t('noLedger')}
            text={t('noLedgerText')}
          />
        }
        more={t('ledgerMore')}
        moreKind="plain"
      >
        {(commands) => (
          <ul className={styles.results}>
            <Windowed items={commands} as="li" rowHeight={68}>
              {(piece) =>
                piece.map((command) => (
                  <LedgerRow key={command.id} command={command} timeZone={timeZone} beside={beside} />
                ))
              }
            </Windowed>
          </ul>
        )}
      </PagedList>
    </>
  )
}

type LedgerRowProps = { command: Command; timeZone: string; beside: boolean }

function LedgerRow({ command, timeZone, beside }: LedgerRowProps) {
  const t = useTranslations('control')
  const ofLimits = useTranslations('limits')
  const words = useActWords()
  const ledger = useLedgerWords(timeZone)
  const now = useNow()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const holding = countEnders(command.ends.filter(({ endedAt }) => endedAt === null))
  const head = (
    <>
      <span className={styles.entryText}>
        <Dotted parts={[words.act(command.op, command.args), ledger.subject(command)]} />
        <span className={styles.hint}>
          <Dotted parts={[format.instant(command.createdAt, timeZone), ...ledger.about(command, now)]} />
        </span>
      </span>
      <OutcomePill outcome={command.outcome} />
    </>
  )
  if (beside)
    return (
      <li className={styles.entry}>
        <Go
          to={pathTo('remote-control', {
            stationId: command.stationId,
            view: 'ledger',
            commandId: command.id,
          })}
          data-row
          className={styles.entryHead}
        >
          {head}
        </Go>
      </li>
    )
  return (
    <li className={styles.entry}>
      <button type="button" className={styles.entryHead} aria-expanded={open} onClick={() => setOpen(!open)}>
        {head}
      </button>
      {open && (
        <div className={styles.entryBody}>
          <Steps command={command} timeZone={timeZone} />
          {holding.map(([who]) => (
            <p key={who} className={styles.hint}>
              {ofLimits(`who.${who}`)}
            </p>
          ))}
          {command.batchId !== null && isOfAct(command) && (
            <Go
              to={pathTo('remote-control', { stationId: command.stationId, controlId: command.batchId })}
              className={styles.other}
            >
              {t('devices')}
            </Go>
          )}
        </div>
      )}
    </li>
  )
}
