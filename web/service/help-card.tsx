import {
  BookOpen,
  Cable,
  Clock,
  CloudOff,
  ListChecks,
  Palette,
  PowerOff,
  RadioTower,
  ScanLine,
  ShieldCheck,
  TriangleAlert,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { Row, Rows } from '../ui/row.tsx'
import styles from './service.module.css'

const pages = [
  { of: 'rights', hint: 'rightsHint', Icon: ShieldCheck },
  { of: 'start', hint: 'startHint', Icon: RadioTower },
  { of: 'scanning', hint: 'scanningHint', Icon: ScanLine },
  { of: 'activation', hint: 'activationHint', Icon: ListChecks },
  { of: 'states', hint: 'statesHint', Icon: Palette },
  { of: 'alarms', hint: 'alarmsHint', Icon: TriangleAlert },
  { of: 'shutdown', hint: 'shutdownHint', Icon: PowerOff },
  { of: 'offline', hint: 'offlineHint', Icon: CloudOff },
  { of: 'gateway', hint: 'gatewayHint', Icon: Cable },
  { of: 'numbers', hint: 'numbersHint', Icon: BookOpen },
  { of: 'ages', hint: 'agesHint', Icon: Clock },
] as const

/** Short texts about what is not obvious. */
export function HelpCard() {
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
