import { useTranslations } from 'use-intl'
import type { Answer } from '../../app/data/call-types.ts'
import { useData } from '../../app/data/query.ts'
import { pathTo, pathToDevice } from '../../paths.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { useNow } from '../../kit/time/now.ts'
import { Row, Rows } from '../../kit/row.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { capacityText } from './capacity-text.ts'
import styles from './missing-sheet.module.css'
import { Waiting } from '../../app/failure/waiting.tsx'

export type MissingOf =
  | { stationId: string; period: 'day' | 'month' | 'year' | 'lifetime'; of?: string }
  | { period: 'today' | 'month' | 'year' | 'lifetime' }

const skeleton = <Skeleton shape="block" height="160px" />

/** Down to whole per cent: what is not whole never reads 100. */
const useShare = (): ((share: number | null) => string) => {
  const t = useTranslations('missing')
  const format = useFormat()
  return (share) => (share === null ? t('unknown') : `${format.number(Math.floor(share * 100))}%`)
}

/** What a figure of energy, money or CO2 is short of, and why. */
export function MissingSheet({ of, onClose }: { of: MissingOf; onClose: () => void }) {
  const t = useTranslations('missing')
  return (
    <Sheet open onClose={onClose} title={t('title')}>
      <div className={styles.body}>
        {'stationId' in of ? <OfStation {...of} /> : <OfAll period={of.period} />}
        <p className={styles.how}>{t('how')}</p>
      </div>
    </Sheet>
  )
}

function OfAll({ period }: { period: 'today' | 'month' | 'year' | 'lifetime' }) {
  const t = useTranslations('missing')
  const format = useFormat()
  const share = useShare()
  const missing = useData('GET /api/coverage', { query: { period } })
  const { data } = missing
  if (!data)
    return (
      <Waiting of={missing} inline>
        {skeleton}
      </Waiting>
    )
  return (
    <>
      <p>
        {t('all', {
          share: share(data.coverage),
          missing: data.missingTotal,
          stations: String(data.stations),
        })}
      </p>
      {data.sharedWh > 0 && <p>{t('edge', { energy: format.text('energy', data.sharedWh) })}</p>}
      <Rows>
        {data.missing.map((one) => (
          <Row
            key={one.id}
            label={one.name}
            hint={
              one.inverters === 0
                ? t('noInverter')
                : capacityText(format, { capacity: one.capacityW / 1000, capacityUnit: 'kW' })
            }
            value={share(one.share)}
            to={pathTo('station-detail', { stationId: one.id })}
          />
        ))}
      </Rows>
      <More shown={data.missing.length} total={data.missingTotal} />
    </>
  )
}

type Short = Answer<'GET /api/stations/{stationId}/coverage'>

function OfStation({ stationId, period, of }: Extract<MissingOf, { stationId: string }>) {
  const t = useTranslations('missing')
  const format = useFormat()
  const share = useShare()
  const reason = useReason(period)
  const missing = useData('GET /api/stations/{stationId}/coverage', {
    params: { stationId },
    query: { period, ...(of && { of }) },
  })
  const { data } = missing
  if (!data)
    return (
      <Waiting of={missing} inline>
        {skeleton}
      </Waiting>
    )
  return (
    <>
      <p>
        {data.inverters === 0
          ? t('noInverter')
          : t('station', {
              share: share(data.coverage),
              missing: data.missingTotal,
              inverters: String(data.inverters),
            })}
      </p>
      {period === 'lifetime' && data.since !== null && (
        <p>
          {format.sentences([
            t('since', { day: format.day(data.since) }),
            data.beforeWh === null
              ? t('noBefore')
              : t('before', { energy: format.text('energy', data.beforeWh) }),
          ])}
        </p>
      )}
      {data.sharedWh > 0 && <p>{t('edge', { energy: format.text('energy', data.sharedWh) })}</p>}
      <Rows>
        {data.missing.map((one) => (
          <Row
            key={one.id}
            label={one.name || one.sn}
            hint={<Dotted parts={[one.ratedW !== null && format.text('power', one.ratedW), reason(one)]} />}
            value={share(one.share)}
            to={pathToDevice('inverter', one.id)}
          />
        ))}
      </Rows>
      <More shown={data.missing.length} total={data.missingTotal} />
    </>
  )
}

const useReason = (period: Short['period']): ((one: Short['missing'][number]) => string) => {
  const t = useTranslations('missing')
  const format = useFormat()
  const now = useNow()
  return ({ share, lastAt, removedAt }) => {
    if (share === null) return t('notLookedAt')
    if (removedAt !== null) return t('removed')
    if (lastAt === null) return t('never')
    const heard = t('heard', { age: format.age(lastAt, now) })
    return format.sentences([t(share === 0 ? 'nothing' : period === 'day' ? 'partDay' : 'part'), heard])
  }
}

function More({ shown, total }: { shown: number; total: number }) {
  const t = useTranslations('missing')
  return total > shown ? <p className={styles.how}>{t('more', { count: String(total - shown) })}</p> : null
}
