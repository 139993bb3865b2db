import { DoorOpen, MapPin, Phone, ShieldAlert, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Allowed } from '../../app/session/allowed.tsx'
import { pathTo } from '../../paths.ts'
import { Card } from '../../kit/card.tsx'
import { classes } from '../../kit/classes.ts'
import { lazySheet } from '../../app/failure/lazy-sheet.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { statusTone } from '../states/status-pill.tsx'
import type { Order } from './use-orders.ts'
import styles from './order.module.css'

const SafetySheet = lazySheet(async () => (await import('./safety-sheet.tsx')).SafetySheet)

/** How to get there, whom to call and what is dangerous there: on every order. */
export function SiteCard({ order: { site, station } }: { order: Order }) {
  const t = useTranslations('order')
  const [editing, setEditing] = useState(false)
  const said = site.access !== '' || site.hazards !== '' || site.safety !== ''
  return (
    <Card
      flush
      title={t('site')}
      action={
        <Allowed permission="station:station:edit" at={station.id}>
          <button type="button" className={styles.headAct} onClick={() => setEditing(true)}>
            {t('editSafety')}
          </button>
        </Allowed>
      }
    >
      <div className={styles.site}>
        {!said && <p className={classes(styles.warning, statusTone('curtailed'))}>{t('noSafety')}</p>}
        {site.safety && (
          <Said Icon={ShieldAlert} label={t('safety')} text={site.safety} tone={statusTone('curtailed')} />
        )}
        {site.hazards && (
          <Said Icon={TriangleAlert} label={t('hazards')} text={site.hazards} tone={statusTone('fault')} />
        )}
        {site.access && <Said Icon={DoorOpen} label={t('access')} text={site.access} tone={undefined} />}
      </div>
      <Rows>
        <Row
          icon={<MapPin size={20} aria-hidden />}
          label={station.name}
          hint={site.address || undefined}
          to={pathTo('station-detail', { stationId: station.id })}
        />
        {(site.ownerName || site.phone) && (
          <Row
            icon={<Phone size={20} aria-hidden />}
            label={site.ownerName || t('contact')}
            hint={t('contact')}
            value={
              site.phone && (
                <a
                  className={styles.phone}
                  href={`tel:${site.phone}`}
                  aria-label={t('call', { phone: site.phone })}
                >
                  {site.phone}
                </a>
              )
            }
          />
        )}
      </Rows>
      {editing && <SafetySheet stationId={station.id} present={site} onClose={() => setEditing(false)} />}
    </Card>
  )
}

type SaidProps = { Icon: typeof DoorOpen; label: string; text: string; tone: string | undefined }

function Said({ Icon, label, text, tone }: SaidProps) {
  return (
    <div className={classes(styles.warning, tone)}>
      <Icon size={18} aria-hidden />
      <p>
        <b>{label}</b>
        {text}
      </p>
    </div>
  )
}
