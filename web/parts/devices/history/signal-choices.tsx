import { useTranslations } from 'use-intl'
import type { DeviceCurve } from './curve-lines.ts'
import { allSignals, fitsBeside, nameOfSignal, signalId, signalsOf } from './signals.ts'
import styles from './history.module.css'

type SignalChoicesProps = {
  curve: DeviceCurve
  /** As in the address. */
  chosen: string | undefined
  /** How many lines there may be: fewer where several days are drawn. */
  most: number
  onChange: (chosen: string | undefined) => void
}

/** All lines that a device has measured, to be ticked: of two quantities, one for each axis. */
export function SignalChoices({ curve, chosen, most, onChange }: SignalChoicesProps) {
  const t = useTranslations('device')
  const now = signalsOf(curve, chosen)
  const ids = now.map(({ line }) => signalId(line))
  const all = allSignals(curve)
  const charts = [...new Set(all.map(({ chart }) => chart))]
  return (
    <div className={styles.choices}>
      <p className={styles.notes}>{t('history.signalsText', { count: most })}</p>
      {charts.map((chart) => (
        <fieldset key={chart} className={styles.group}>
          <legend>{t(`metric.${chart}`)}</legend>
          {all
            .filter((one) => one.chart === chart)
            .map((one) => {
              const id = signalId(one.line)
              const on = now.find(({ line }) => signalId(line) === id)
              return (
                <label key={id} className={styles.option}>
                  <input
                    type="checkbox"
                    checked={on !== undefined}
                    disabled={!on && !fitsBeside(now, chart, most)}
                    onChange={() =>
                      onChange(
                        (on ? ids.filter((other) => other !== id) : [...ids, id]).join(',') || undefined,
                      )
                    }
                  />
                  <span>{nameOfSignal(one, t)}</span>
                  {on && <small>{t(on.right ? 'history.right' : 'history.left')}</small>}
                </label>
              )
            })}
        </fieldset>
      ))}
    </div>
  )
}
