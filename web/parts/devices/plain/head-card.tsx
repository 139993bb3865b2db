import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { hasFlag } from '#domain/telemetry/quality-flags.ts'
import { Dotted } from '../../../kit/dotted.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Card } from '../../../kit/card.tsx'
import { Figure } from '../../../kit/figure.tsx'
import { useNow } from '../../../kit/time/now.ts'
import { silenceOf, soundRatedW, staleAfterMs, type DeviceDetail } from '../device-facts.ts'
import { DeviceStates } from '../device-states.tsx'
import { Gauge } from '../gauge.tsx'
import { ratedText } from '../rated-text.ts'
import parts from '../parts.module.css'
import { mainFigure } from './main-figure.ts'
import { powerWay } from './power-way.ts'

/** State, and the one figure that a device of this kind is looked at for. */
export function HeadCard({ detail, children }: { detail: DeviceDetail; children?: ReactNode }) {
  const t = useTranslations('plain')
  const now = useNow()
  const { device, latest } = detail
  const main = mainFigure(device.kind, latest)
  const silence = silenceOf(detail, now)
  const silent = silence === 'silent' || silence === 'gateway_silent'
  return (
    <Card>
      <DeviceStates detail={detail} />
      {latest && main && (
        <>
          <div className={parts.power}>
            <Figure
              label={t(`main.${main.of}`)}
              measure={main.measure}
              value={main.value}
              size="xl"
              at={latest.ts}
              staleAfterMs={staleAfterMs(detail)}
              old={silent}
            />
          </div>
          {main.of === 'charge' && main.value !== null && (
            <Gauge label={t('main.charge')} share={main.value / 100} status="normal" stale={silent} />
          )}
          <Under detail={detail} stringsKnown={main.of === 'strings' ? main.known : null} />
        </>
      )}
      {children}
    </Card>
  )
}

/** What belongs to the figure: which way power takes, and how much it could be. */
function Under({ detail, stringsKnown }: { detail: DeviceDetail; stringsKnown: number | null }): ReactNode {
  const t = useTranslations('plain')
  const format = useFormat()
  const { device, latest } = detail
  if (!latest) return null
  if (stringsKnown !== null)
    return (
      <p className={parts.gaugeText}>
        {t('strings', { known: String(stringsKnown), all: String(latest.strings?.length ?? 0) })}
      </p>
    )
  const powerW = hasFlag(latest.flags, 'power') ? null : latest.powerW
  const way = powerW === null ? null : powerWay(device.kind, device.meterRole, powerW)
  if (powerW === null || way === null) return null
  const ratedW = soundRatedW(device)
  // A meter's figure is its power already.
  const said =
    device.kind === 'battery' && latest.socPct !== null && way !== 'resting'
      ? t('wayOf', { way: t(`way.${way}`), power: format.text('power', Math.abs(powerW)) })
      : t(`way.${way}`)
  return (
    <p className={parts.gaugeText}>
      <Dotted
        parts={[
          said,
          device.kind === 'battery' && ratedW !== null && t('upTo', { rated: ratedText(format, ratedW) }),
        ]}
      />
    </p>
  )
}
