import { Unplug } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../app/session/allowed.tsx'
import { ButtonLink } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import type { AppPath } from '../../kit/navigation/app-path.ts'
import { pathTo } from '../../paths.ts'
import type { DeviceDetail } from '../devices/device-facts.ts'
import { Note } from '../states/note.tsx'
import type { Edge } from './edge-view.ts'
import styles from './edges.module.css'

/** Starts an edge that has been paired. */
const START = 'cd sunkeeper-edge && npm run edge'

type NeverConnectedProps = {
  builtIn: boolean
  /** Where a new code is made for it; null = this person may not. */
  again: AppPath | null
}

/** An edge that was paired and never came: what can be done about it at the site. */
export function NeverConnected({ builtIn, again }: NeverConnectedProps) {
  const t = useTranslations('edge.neverCame')
  const said = builtIn ? (['builtIn', 'builtInStill'] as const) : (['runs', 'reaches', 'lost'] as const)
  return (
    <Card flush>
      <div className={styles.foot}>
        <Note tone="unknown" icon={<Unplug size={18} />} title={t('title')}>
          <ul className={styles.tries}>
            {said.map((one) => (
              <li key={one}>{t(one)}</li>
            ))}
          </ul>
        </Note>
        {!builtIn && (
          <code className={styles.lines}>
            <CopyButton text={START} what={t('command')} />
          </code>
        )}
        {!builtIn && again !== null && (
          <ButtonLink wide kind="soft" to={again}>
            {t('again')}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}

/** The same of an edge as it stands on the pages about it. */
export function NeverCame({ edge, detail }: { edge: Pick<Edge, 'builtIn'>; detail: DeviceDetail }) {
  const { device, station } = detail
  const mayPair = useAllowed('device:edge:pair', station.id)
  const to = pathTo('add-communication-device', { stationId: station.id, way: 'site', replaces: device.id })
  return <NeverConnected builtIn={edge.builtIn} again={mayPair ? to : null} />
}
