import { Grid3x3 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../paths.ts'
import { Row } from '../../kit/row.tsx'

/** The way to the array as a picture of what each module gives, and to how everything hangs together. */
export function TopologyRow({ stationId }: { stationId: string }) {
  const t = useTranslations('station')
  return (
    <Row
      icon={<Grid3x3 size={20} aria-hidden />}
      label={t('topology')}
      hint={t('topologyHint')}
      to={pathTo('device-topology', { stationId })}
    />
  )
}
