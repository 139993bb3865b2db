import { CircleAlert, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useLevelWord } from './use-level-word.ts'
import type { Picked } from '../pickers/ask.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { IconButton } from '../../kit/page.tsx'
import { ErrorState } from '../../app/failure/error-state.tsx'
import { StatusPill } from '../states/status-pill.tsx'
import type { Target } from './upgrade-queries.ts'
import rows from '../alarms/alarms.module.css'
import styles from './upgrades.module.css'
import { useUpgradeWords } from './use-upgrade-words.ts'
import { Windowed } from '../../kit/windowed.tsx'

type TargetsCardProps = {
  chosen: readonly Picked[]
  /** What is known of those chosen; empty until it is. */
  targets: readonly Target[]
  nameOf: (id: string) => string
  /** Where it stands, as long as its target does not say so. */
  stationOf: (id: string) => string | undefined
  error: unknown
  onRetry: () => void
  onChoose: () => void
  onKeep: (kept: (id: string) => boolean) => void
}

/** The gateways, what the package would do behind each, and what stands in the way. */
export function TargetsCard(props: TargetsCardProps) {
  const { chosen, targets, nameOf, stationOf, error, onRetry, onChoose, onKeep } = props
  const t = useTranslations('upgrades')
  const blocked = new Set(targets.filter(({ blocks }) => blocks.length > 0).map(({ id }) => id))
  return (
    <Card flush title={t('create.gateways')}>
      {chosen.length > 0 && (
        <ul className={rows.list}>
          <Windowed items={chosen} as="li" rowHeight={120}>
            {(piece) =>
              piece.map(({ id }) => (
                <li key={id} className={styles.target}>
                  <Chosen
                    name={nameOf(id)}
                    station={stationOf(id)}
                    target={targets.find((one) => one.id === id)}
                  />
                  <IconButton
                    label={t('create.remove', { name: nameOf(id) })}
                    onClick={() => onKeep((other) => other !== id)}
                  >
                    <X size={18} aria-hidden />
                  </IconButton>
                </li>
              ))
            }
          </Windowed>
        </ul>
      )}
      {error !== null && <ErrorState inline error={error} onRetry={onRetry} />}
      <div className={styles.inside}>
        {chosen.length === 0 && <p className={rows.place}>{t('create.noGateways')}</p>}
        {blocked.size > 0 && (
          <Button kind="dangerPlain" small onClick={() => onKeep((id) => !blocked.has(id))}>
            {t('create.removeBlocked', { count: blocked.size })}
          </Button>
        )}
        <Button kind="soft" onClick={onChoose}>
          {t(chosen.length === 0 ? 'create.choose' : 'create.add')}
        </Button>
      </div>
    </Card>
  )
}

type ChosenProps = { name: string; station: string | undefined; target: Target | undefined }

function Chosen({ name, station, target }: ChosenProps) {
  const t = useTranslations('upgrades')
  const levelWord = useLevelWord()
  const words = useUpgradeWords()
  return (
    <div className={styles.about}>
      <span className={styles.head}>
        <span className={rows.name}>{name}</span>
        {target && <StatusPill status={target.online ? 'online' : 'offline'} plain />}
      </span>
      {!target && station !== undefined && <span className={rows.place}>{station}</span>}
      {target && (
        <span className={rows.place}>
          <Dotted parts={[target.name && target.sn, target.model, target.station.name]} />
        </span>
      )}
      {target?.levels
        .filter((one) => one.upgraded + one.current > 0)
        .map(({ level, upgraded, current, before, after }) => (
          <span key={level} className={rows.place}>
            {upgraded > 0
              ? t('create.what', {
                  level: levelWord(level),
                  count: String(upgraded),
                  before: before.join(', ') || t('nodes.unknown'),
                  after: after.join(', '),
                })
              : t('create.whatCurrent', { level: levelWord(level), count: String(current) })}
          </span>
        ))}
      {target?.blocks.map((block) => (
        <span key={block.reason} className={styles.why}>
          <CircleAlert size={14} aria-hidden />
          <span className={styles.bad}>{words.block(block, target.sn)}</span>
        </span>
      ))}
    </div>
  )
}
