import {
  BookOpen,
  Cable,
  ClipboardList,
  Clock,
  CloudOff,
  HardDriveDownload,
  LayoutGrid,
  ListChecks,
  MapPin,
  Palette,
  PowerOff,
  RadioTower,
  ScanLine,
  ShieldCheck,
  SlidersHorizontal,
  TriangleAlert,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../paths.ts'
import { Card } from '../../kit/card.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import styles from '../help/help.module.css'

const pages = [
  { of: 'rights', hint: 'rightsHint', Icon: ShieldCheck },
  { of: 'station', hint: 'stationHint', Icon: MapPin },
  { of: 'start', hint: 'startHint', Icon: RadioTower },
  { of: 'scanning', hint: 'scanningHint', Icon: ScanLine },
  { of: 'layout', hint: 'layoutHint', Icon: LayoutGrid },
  { of: 'activation', hint: 'activationHint', Icon: ListChecks },
  { of: 'states', hint: 'statesHint', Icon: Palette },
  { of: 'alarms', hint: 'alarmsHint', Icon: TriangleAlert },
  { of: 'orders', hint: 'ordersHint', Icon: ClipboardList },
  { of: 'control', hint: 'controlHint', Icon: SlidersHorizontal },
  { of: 'shutdown', hint: 'shutdownHint', Icon: PowerOff },
  { of: 'upgrade', hint: 'upgradeHint', Icon: HardDriveDownload },
  { of: 'offline', hint: 'offlineHint', Icon: CloudOff },
  { of: 'gateway', hint: 'gatewayHint', Icon: Cable },
  { of: 'numbers', hint: 'numbersHint', Icon: BookOpen },
  { of: 'ages', hint: 'agesHint', Icon: Clock },
] as const

/** Short texts about what is not obvious. */
export function HelpPagesCard() {
  const t = useTranslations('service')
  const help = useTranslations('help')
  return (
    <Card flush title={t('help')}>
      <Rows>
        {pages.map(({ of, hint, Icon }) => (
          <Row
            key={of}
            icon={
              <span className={styles.tile}>
                <Icon size={20} aria-hidden />
              </span>
            }
            label={help(of)}
            hint={help(hint)}
            to={pathTo('service-page', { help: of })}
          />
        ))}
      </Rows>
    </Card>
  )
}
