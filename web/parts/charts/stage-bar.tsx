import {
  Building2,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  Download,
  GitCompareArrows,
  X,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../kit/page.tsx'
import styles from './stage.module.css'

export type PanelName = 'time' | 'devices' | 'stations' | 'metric' | 'save'

const compareIcons = { devices: GitCompareArrows, stations: Building2 } as const

type StageBarProps = {
  heading: string
  under: string
  when: string
  /** What is shown, where it can be chosen. */
  metric: string | null
  /** How many of them stand beside what is shown, where they can. */
  compared: { devices?: number; stations?: number }
  /** Whether bars of a year before stand beside; null = not here. */
  yearBefore: boolean | null
  onYearBefore: (on: boolean) => void
  savable: boolean
  /** Keys of the neighbouring periods; null where there is none. */
  before: string | null
  after: string | null
  onStep: (key: string | null) => void
  onPanel: (panel: PanelName) => void
  onExit: () => void
}

/** Out, what it is, when, and what can be chosen. */
export function StageBar(props: StageBarProps) {
  const { heading, under, when, metric, compared, savable, before, after } = props
  const { yearBefore, onYearBefore, onStep, onPanel, onExit } = props
  const t = useTranslations('chart.full')
  const tools = useTranslations('chart.tools')
  const words = useTranslations('chart.period')
  return (
    <header className={styles.bar}>
      <IconButton label={t('exit')} onClick={onExit}>
        <X size={22} aria-hidden />
      </IconButton>
      <div className={styles.titles}>
        <h1>{heading}</h1>
        <p>{under}</p>
      </div>
      <div className={styles.time}>
        <IconButton label={words('earlier')} disabled={before === null} onClick={() => onStep(before)}>
          <ChevronLeft size={20} aria-hidden />
        </IconButton>
        <button
          type="button"
          className={styles.tool}
          aria-haspopup="dialog"
          aria-label={words('choose', { shown: when })}
          onClick={() => onPanel('time')}
        >
          <output className={styles.when}>{when}</output>
          <ChevronDown size={15} aria-hidden />
        </button>
        <IconButton label={words('later')} disabled={after === null} onClick={() => onStep(after)}>
          <ChevronRight size={20} aria-hidden />
        </IconButton>
      </div>
      {metric !== null && (
        <button
          type="button"
          className={styles.tool}
          aria-haspopup="dialog"
          aria-label={t('metricIs', { metric })}
          onClick={() => onPanel('metric')}
        >
          {metric}
          <ChevronDown size={15} aria-hidden />
        </button>
      )}
      {yearBefore !== null && (
        <button
          type="button"
          className={styles.tool}
          aria-pressed={yearBefore}
          onClick={() => onYearBefore(!yearBefore)}
        >
          {t('yearBefore')}
        </button>
      )}
      {(['devices', 'stations'] as const).map((one) => {
        const count = compared[one]
        const Icon = compareIcons[one]
        return (
          count !== undefined && (
            <button
              key={one}
              type="button"
              className={styles.tool}
              aria-haspopup="dialog"
              aria-label={count > 0 ? t(`${one}On`, { count: String(count) }) : t(one)}
              onClick={() => onPanel(one)}
            >
              <Icon size={20} aria-hidden />
              {count > 0 && <b>{count}</b>}
            </button>
          )
        )
      })}
      <IconButton
        label={tools('save')}
        disabled={!savable}
        aria-haspopup="dialog"
        onClick={() => onPanel('save')}
      >
        <Download size={20} aria-hidden />
      </IconButton>
    </header>
  )
}
