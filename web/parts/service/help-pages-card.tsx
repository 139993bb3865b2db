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
  type LucideIcon,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Permission } from '#domain/accounts/permissions.ts'
import { Allowed } from '../../app/session/allowed.tsx'
import { pathTo } from '../../paths.ts'
import { useWide } from '../../app/shell/width.ts'
import { Card } from '../../kit/card.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { Tile, Tiles } from '../../kit/tiles.tsx'
import styles from '../help/help.module.css'

const pages = [
  { of: 'rights', hint: 'rightsHint', Icon: ShieldCheck },
  { of: 'station', hint: 'stationHint', may: 'station:station:create', Icon: MapPin },
  { of: 'start', hint: 'startHint', may: 'device:device:add', Icon: RadioTower },
  { of: 'scanning', hint: 'scanningHint', may: 'device:device:add', Icon: ScanLine },
  { of: 'layout', hint: 'layoutHint', may: 'device:device:edit', Icon: LayoutGrid },
  { of: 'activation', hint: 'activationHint', may: 'device:device:activate', Icon: ListChecks },
  { of: 'states', hint: 'statesHint', Icon: Palette },
  { of: 'alarms', hint: 'alarmsHint', Icon: TriangleAlert },
  { of: 'orders', hint: 'ordersHint', Icon: ClipboardList },
  { of: 'control', hint: 'controlHint', may: 'device:control:send', Icon: SlidersHorizontal },
  { of: 'shutdown', hint: 'shutdownHint', Icon: PowerOff },
  { of: 'upgrade', hint: 'upgradeHint', may: 'device:upgrade:create', Icon: HardDriveDownload },
  { of: 'offline', hint: 'offlineHint', may: 'om:order:handle', Icon: CloudOff },
  { of: 'gateway', hint: 'gatewayHint', may: 'device:device:add', Icon: Cable },
  { of: 'numbers', hint: 'numbersHint', Icon: BookOpen },
  { of: 'ages', hint: 'agesHint', Icon: Clock },
] as const satisfies readonly { of: string; hint: string; may?: Permission; Icon: LucideIcon }[]

/** Short texts about what is not obvious in what this person may do: beside each other where there is room. */
export function HelpPagesCard() {
  const t = useTranslations('service')
  const help = useTranslations('help')
  const wide = useWide()
  const Line = wide ? Tile : Row
  const lines = pages.map(({ of, hint, Icon, ...rest }) => {
    const line = (
      <Line
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
    )
    return 'may' in rest ? (
      <Allowed key={of} permission={rest.may}>
        {line}
      </Allowed>
    ) : (
      line
    )
  })
  return (
    <Card flush={!wide} title={t('help')}>
      {wide ? <Tiles>{lines}</Tiles> : <Rows>{lines}</Rows>}
    </Card>
  )
}
