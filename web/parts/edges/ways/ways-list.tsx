import { Microchip, Server } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../../app/session/allowed.tsx'
import { useData } from '../../../app/data/query.ts'
import { pathTo } from '../../../paths.ts'
import { Card } from '../../../kit/card.tsx'
import { Row, Rows } from '../../../kit/row.tsx'
import type { BuiltInEdge } from '../edge-view.ts'

type WaysProps = {
  stationId: string | null
  /** A station has to be chosen first. */
  onStation: () => void
}

/** The ways without a gateway, of those that this person may take. */
export function WaysList({ stationId, onStation }: WaysProps) {
  const t = useTranslations('ways')
  const mayHandOut = useAllowed('installation:edge:assign')
  const mayPair = useAllowed('device:edge:pair', stationId ?? undefined)
  const { data: builtIn } = useData('GET /api/built-in-edge', undefined, { enabled: mayHandOut })
  const by = (way: 'server' | 'site') =>
    stationId === null
      ? { onPress: onStation }
      : { to: pathTo('add-communication-device', { stationId, way }) }
  if (!mayHandOut && !mayPair) return null
  return (
    <Card flush title={t('title')}>
      <Rows>
        {mayHandOut && (
          <Row
            icon={<Server size={20} aria-hidden />}
            label={t('server')}
            hint={builtIn ? stateText(builtIn, stationId, t) : t('serverText')}
            {...(builtIn && builtIn.state !== 'off' && by('server'))}
          />
        )}
        {mayPair && (
          <Row
            icon={<Microchip size={20} aria-hidden />}
            label={t('site')}
            hint={t('siteText')}
            {...by('site')}
          />
        )}
      </Rows>
    </Card>
  )
}

const stateText = (
  { state, stationId: at, stationName }: BuiltInEdge,
  stationId: string | null,
  t: ReturnType<typeof useTranslations<'ways'>>,
): string => {
  if (state === 'free') return t('serverText')
  if (state === 'off') return t('serverOff')
  if (state === 'starting') return t('serverStarting')
  return at !== null && at === stationId
    ? t('serverHere')
    : t('serverElsewhere', { station: stationName ?? '' })
}
