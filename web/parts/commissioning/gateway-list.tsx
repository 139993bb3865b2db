import { Check } from 'lucide-react'
import type { AppPath } from '../../kit/navigation/app-path.ts'
import { useTranslations } from 'use-intl'
import { checkOf, type GatewayChecks } from './commissioning-queries.ts'
import styles from './commissioning.module.css'
import { GatewayLine } from './gateway-line.tsx'
import { Windowed } from '../../kit/windowed.tsx'

type GatewayListProps = {
  gateways: readonly GatewayChecks[]
  behindOf: ((gatewayId: string) => { online: number; all: number }) | null
  /** null: nothing can be chosen here. */
  chosen: ReadonlySet<string> | null
  onChoose: (chosen: ReadonlySet<string>) => void
  opensOf: (gatewayId: string) => (() => void) | AppPath
  /** Its checks stand under it. */
  lone: boolean
}

export function GatewayList({ gateways, behindOf, chosen, onChoose, opensOf, lone }: GatewayListProps) {
  const t = useTranslations('commissioning')
  const activated = gateways.filter((one) => checkOf(one, 'activated')?.state === 'done').length
  const all = gateways.every(({ id }) => chosen?.has(id) === true)
  const choose = (id: string, wanted: boolean): void => {
    const next = new Set(chosen)
    if (wanted) next.add(id)
    else next.delete(id)
    onChoose(next)
  }
  return (
    <>
      {gateways.length > 1 && (
        <div className={styles.top}>
          {chosen !== null && (
            <label className={styles.chooseAll}>
              <input
                type="checkbox"
                checked={all}
                onChange={() => onChoose(new Set(all ? [] : gateways.map(({ id }) => id)))}
              />
              <span className={styles.box} aria-hidden>
                <Check size={16} strokeWidth={3} />
              </span>
              {t('all')}
            </label>
          )}
          <p className={styles.summary}>
            {t('summary', {
              all: gateways.length,
              online: String(gateways.filter(({ online }) => online).length),
              activated: String(activated),
            })}
          </p>
        </div>
      )}
      <div className={styles.cards}>
        <Windowed items={gateways} as="div" rowHeight={120}>
          {(piece) =>
            piece.map((gateway) => (
              <GatewayLine
                key={gateway.id}
                gateway={gateway}
                behind={behindOf?.(gateway.id) ?? null}
                chosen={chosen === null ? null : chosen.has(gateway.id)}
                onChoose={(wanted) => choose(gateway.id, wanted)}
                opens={opensOf(gateway.id)}
                lone={lone}
              />
            ))
          }
        </Windowed>
      </div>
    </>
  )
}
