import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../../app/session/allowed.tsx'
import { useData } from '../../../app/data/query.ts'
import { pathTo } from '../../../paths.ts'
import { Card } from '../../../kit/card.tsx'
import { Fields } from '../../../kit/field.tsx'
import { Page } from '../../../kit/page.tsx'
import { useSentence } from '../../../app/phrases/use-sentence.ts'
import { StationChoice } from '../../devices/add-gateway/station-choice.tsx'
import { HelpButton } from '../../help/help-button.tsx'
import { WaysList } from './ways-list.tsx'
import styles from './ways.module.css'

type WaysPageProps = {
  stationId: string | null
  onStation: (stationId: string) => void
  /** What was begun earlier and is not finished. */
  children: ReactNode
}

/** The first step of adding a gateway: the station, and one of three ways. */
export function WaysPage({ stationId, onStation, children }: WaysPageProps) {
  const t = useTranslations('adding')
  const sentence = useSentence()
  const [missing, setMissing] = useState(false)
  const mayHandOut = useAllowed('installation:edge:assign')
  const mayPair = useAllowed('device:edge:pair', stationId ?? undefined)
  const builtIn = useData('GET /api/built-in-edge', undefined, { enabled: mayHandOut })
  const by = (way: 'server' | 'site') =>
    stationId === null ? null : pathTo('add-communication-device', { stationId, way })
  return (
    <Page
      title={t('title')}
      back={stationId === null ? pathTo('service-page') : pathTo('station-detail', { stationId })}
      spread
      actions={<HelpButton of="start" />}
    >
      {children}
      <Card flush className={styles.station}>
        <Fields>
          <StationChoice
            value={stationId}
            error={missing && stationId === null ? sentence('required') : undefined}
            onChange={onStation}
          />
        </Fields>
      </Card>
      <WaysList
        builtIn={mayHandOut ? builtIn.data : null}
        stationId={stationId}
        mayPair={mayPair}
        to={{
          server: by('server'),
          site: by('site'),
          login: pathTo('add-communication-device', { stationId: stationId ?? undefined, way: 'login' }),
        }}
        onStation={() => {
          setMissing(true)
          window.setTimeout(() =>
            document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus({ preventScroll: false }),
          )
        }}
      />
    </Page>
  )
}
