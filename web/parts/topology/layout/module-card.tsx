import { ChevronRight, Clock, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { HeatCell, PlanMetric } from '#domain/telemetry/heat.ts'
import { pathToDevice } from '../../../paths.ts'
import { classes } from '../../../kit/classes.ts'
import { Dotted } from '../../../kit/dotted.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Go } from '../../../kit/navigation/go.tsx'
import { useNow } from '../../../kit/time/now.ts'
import { IconButton } from '../../../kit/page.tsx'
import type { DeviceData } from '../use-array.ts'
import type { Cell } from './plan.ts'
import styles from './details.module.css'

type ModuleCardProps = {
  cell: Cell
  device: DeviceData | null
  mark: DeviceData | null
  heat: HeatCell | undefined
  markHeat: HeatCell | undefined
  metric: PlanMetric
  stringName: string | null
  inverterName: string | null
  deviation: number | null
  /** The instant that is shown; null = now. */
  at: number | null
  timeZone: string
  /** It stands beside the roof, and not over it. */
  beside: boolean
  onClose: () => void
}

/** One module: what it gives, how old that is, where it hangs, and how it does beside its string. */
export function ModuleCard(props: ModuleCardProps) {
  const {
    cell,
    device,
    mark,
    heat,
    markHeat,
    metric,
    stringName,
    inverterName,
    deviation,
    at,
    timeZone,
    beside,
    onClose,
  } = props
  const t = useTranslations('topology')
  const format = useFormat()
  const now = useNow()
  const state = heat?.state ?? 'empty'
  const { text, unit } = format.write(metric, heat?.value ?? null)
  const ts = heat?.ts ?? null
  const age =
    ts === null
      ? state === 'stale'
        ? t('card.notYet')
        : null
      : at === null
        ? format.age(ts, now)
        : format.clock(ts, timeZone)
  const place = [
    stringName,
    cell.place.position === null ? null : t('card.position', { no: String(cell.place.position) }),
  ].filter((one) => one !== null)
  const under = [inverterName, cell.modules > 1 ? t('card.modules', { count: cell.modules }) : null].filter(
    (one) => one !== null,
  )
  const name = device ? device.name || device.sn : t('state.empty')
  return (
    <section
      className={classes(styles.module, beside && styles.beside)}
      aria-label={t('card.title')}
      data-over-map
    >
      <div className={styles.moduleMain}>
        <h2 className={styles.moduleName}>{name}</h2>
        {device?.name && <p className={styles.moduleSn}>{device.sn}</p>}
        <p className={styles.modulePlace}>
          <Dotted parts={place} />
        </p>
        {under.length > 0 && (
          <p className={styles.modulePlace}>
            <Dotted parts={under} />
          </p>
        )}
        {mark && (
          <Go to={pathToDevice('shutdown', mark.id)} className={styles.moduleMark}>
            <Dotted
              parts={[
                t('card.shutdown', { sn: mark.sn }),
                markHeat?.state === 'shutdown'
                  ? t('state.shutdown')
                  : markHeat?.state === 'stale' || markHeat?.state === 'never'
                    ? t(`state.${markHeat.state}`)
                    : t('card.closed'),
              ]}
            />
          </Go>
        )}
      </div>
      <div className={styles.moduleGives}>
        <p className={styles.moduleValue} data-testid="module-value">
          {text === null ? t(`state.${state === 'value' ? 'unmeasured' : state}`) : text}
          {text !== null && <small> {unit}</small>}
        </p>
        {text !== null && state === 'shutdown' && <p className={styles.moduleAge}>{t('state.shutdown')}</p>}
        {age !== null && (
          <p className={styles.moduleAge}>
            {state === 'stale' && <Clock size={12} aria-hidden />}
            {age}
          </p>
        )}
        {deviation !== null && (
          <p className={styles.moduleDeviation}>
            {t('card.deviation', {
              share: `${deviation >= 0.0005 ? '+' : ''}${format.number(deviation * 100, 1, 1)}%`,
            })}
          </p>
        )}
      </div>
      <IconButton label={t('card.close')} onClick={onClose}>
        <X size={20} aria-hidden />
      </IconButton>
      {device && (
        <Go to={pathToDevice(device.kind, device.id)} className={styles.moduleOpen}>
          {t('card.open')}
          <ChevronRight size={18} aria-hidden />
        </Go>
      )}
    </section>
  )
}
