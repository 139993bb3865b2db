import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Chips } from '../../kit/chips.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import styles from './control.module.css'
import { type Command, type Outcome, useLedger } from './control-queries.ts'
import { OutcomePill, outcomes } from './outcome-pill.tsx'
import { Steps } from './steps.tsx'
import { useActWords } from '../log/use-act-words.ts'
import { Windowed } from '../../kit/windowed.tsx'
import { PagedList } from '../../app/lists/paged-list.tsx'

type LedgerPartProps = {
  stationId: string
  timeZone: string
  deviceId: string | undefined
  outcome: Outcome | undefined
  onOutcome: (outcome: Outcome | undefined) => void
}

/** Every command of the station, or of one device, newest first; each opens to its steps. */
export function LedgerPart({ stationId, timeZone, deviceId, outcome, onOutcome }: LedgerPartProps) {
  const t = useTranslations('control')
  const ledger = useLedger(stationId, deviceId, outcome)
  return (
    <>
      <Chips
        label={t('filterOutcome')}
        raised
        options={[
          { value: 'all' as const, label: t('filterAll') },
          ...outcomes.map((value) => ({ value, label: t(`outcome.${value}`) })),
        ]}
        value={outcome ?? 'all'}
        onChange={(next) => onOutcome(next === 'all' ? undefined : next)}
      />
      <PagedList
        list={ledger}
        lines={6}
        card
        empty={
          <EmptyState
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
                piece.map((command) => <LedgerRow key={command.id} command={command} timeZone={timeZone} />)
              }
            </Windowed>
          </ul>
        )}
      </PagedList>
    </>
  )
}

const controlled = ['switch', 'limit', 'restart', 'set', 'read']

function LedgerRow({ command, timeZone }: { command: Command; timeZone: string }) {
  const t = useTranslations('control')
  const words = useActWords()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const [first, ...others] = command.targets
  const what =
    others.length === 0 ? first?.name || first?.sn : t('targets', { count: command.targets.length })
  const why = words.code(command.code, command.state)
  return (
    <li className={styles.entry}>
      <button type="button" className={styles.entryHead} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className={styles.entryText}>
          {words.act(command.op, command.args)} · {what}
          <span className={styles.hint}>
            {[format.instant(command.createdAt, timeZone), command.createdBy?.name ?? t('runningSystem'), why]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <OutcomePill outcome={command.outcome} />
      </button>
      {open && (
        <div className={styles.entryBody}>
          <Steps command={command} timeZone={timeZone} />
          {command.batchId !== null && controlled.includes(command.op) && (
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
