import { Map } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { CopyButton } from '../../../kit/copy-button.tsx'
import { Row, Rows } from '../../../kit/row.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { appLink, mapApps, positionText, type Place } from './way-links.ts'

type WaySheetProps = { to: Place; address: string; onClose: () => void }

/** The maps that a phone may have, and the place to be typed elsewhere. */
export function WaySheet({ to, address, onClose }: WaySheetProps) {
  const t = useTranslations('order')
  const position = positionText(to)
  return (
    <Sheet open onClose={onClose} title={t('wayTo', { name: to.name })}>
      <Rows>
        {mapApps.map((app) => (
          <Row
            key={app}
            icon={<Map size={20} aria-hidden />}
            label={t(`map.${app}`)}
            app={appLink(app, to)}
          />
        ))}
        {address && <Row label={t('address')} hint={<CopyButton text={address} what={t('address')} />} />}
        <Row label={t('position')} value={<CopyButton text={position} what={t('position')} />} />
      </Rows>
    </Sheet>
  )
}
