import { restOf } from '#domain/telemetry/night-energy.ts'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { pathToDevice } from '../../../paths.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Card } from '../../../kit/card.tsx'
import { Go } from '../../../kit/navigation/go.tsx'
import { Skeleton } from '../../../kit/skeleton.tsx'
import { TitleOfDay } from '../../states/title-of-day.tsx'
import { nameOf } from '../device-facts.ts'
import type { DeviceRow } from '../inverter/string-groups.ts'
import { StringStrip } from './string-strip.tsx'
import { standingOf } from './standing.ts'
import styles from './optimizer.module.css'

type NeighboursCardProps = {
  own: DeviceRow
  /** All optimizers of the string in the order of their positions; undefined while they load. */
  string: readonly DeviceRow[] | undefined
}

/** Within this share of the median it is level. */
const levelWithin = 0.02

/** How an optimizer stands in its string now, by night by the day's energy, and the way to those beside it. */
export function NeighboursCard({ own, string }: NeighboursCardProps) {
  const t = useTranslations('device.optimizer')
  const power = useTranslations('device.power')
  const format = useFormat()
  if (own.stringNo === null) return null
  if (!string)
    return (
      <Card title={t('neighbours')}>
        <Skeleton shape="block" height="175px" />
      </Card>
    )
  const rest = restOf(string)
  const standing = standingOf(own, string, rest)
  const at = string.findIndex(({ id }) => id === own.id)
  const words = standing && {
    share: format.text('share', Math.abs(standing.share)),
    median: format.text(rest === null ? 'power' : 'energy', standing.median),
  }
  return (
    <Card title={<TitleOfDay title={t('neighbours')} day={rest && power(rest)} />}>
      <div className={styles.neighbours}>
        <p className={styles.standing}>
          {string.length < 2
            ? t('alone')
            : !standing || !words
              ? t('noCompare')
              : Math.abs(standing.share) < levelWithin
                ? t('level', words)
                : t(standing.share > 0 ? 'above' : 'below', words)}
        </p>
        {string.length > 1 && <StringStrip own={own} string={string} rest={rest} />}
        {string.length > 1 && (
          <div className={styles.beside}>
            <Beside
              device={string[at - 1]}
              label={t('previous')}
              icon={<ArrowLeft size={18} aria-hidden />}
            />
            <Beside
              device={string[at + 1]}
              label={t('next')}
              icon={<ArrowRight size={18} aria-hidden />}
              after
            />
          </div>
        )}
      </div>
    </Card>
  )
}

type BesideProps = { device: DeviceRow | undefined; label: string; icon: ReactNode; after?: boolean }

function Beside({ device, label, icon, after = false }: BesideProps) {
  const t = useTranslations('device.strings')
  if (!device) return <span />
  const place = device.position === null ? nameOf(device) : t('position', { n: String(device.position) })
  return (
    <Go
      to={pathToDevice(device.kind, device.id)}
      replace
      aria-label={`${label}: ${place}, ${nameOf(device)}`}
      className={styles.besideLink}
    >
      {!after && icon}
      {place}
      {after && icon}
    </Go>
  )
}
