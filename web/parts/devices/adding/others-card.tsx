import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../../app/phrases/use-kind-words.ts'
import { pathTo, pathToDevice } from '../../../paths.ts'
import { Card } from '../../../kit/card.tsx'
import { Go } from '../../../kit/navigation/go.tsx'
import { Row, Rows } from '../../../kit/row.tsx'
import type { StationDevice } from './adding-draft.ts'
import styles from './adding-board.module.css'

const shownAtMost = 5

/** What has come to the station since this page was opened: saved here, by other phones, or found by a gateway. */
export function OthersCard({ stationId, devices }: { stationId: string; devices: readonly StationDevice[] }) {
  const t = useTranslations('addDevices')
  const words = useKindWords()
  const [before] = useState(() => new Set(devices.map(({ id }) => id)))
  const since = devices.filter(({ id }) => !before.has(id))
  if (since.length === 0) return null
  return (
    <Card
      flush
      title={t('sinceTitle', { count: since.length })}
      action={
        <Go to={pathTo('station-detail', { stationId, tab: 'devices' })} className={styles.more}>
          {t('allDevices')}
        </Go>
      }
    >
      <Rows>
        {since
          .slice(-shownAtMost)
          .reverse()
          .map(({ id, kind, sn, name, stringNo, position }) => (
            <Row
              key={id}
              label={name || sn}
              hint={
                stringNo !== null && position !== null
                  ? t('place', { no: String(stringNo), position: String(position) })
                  : words.short(kind)
              }
              to={pathToDevice(kind, id)}
            />
          ))}
      </Rows>
    </Card>
  )
}
