import { ChevronDown, DoorOpen, ShieldAlert, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { words } from '../../app/phrases/catalogues.ts'
import { Allowed } from '../../app/session/allowed.tsx'
import { lazySheet } from '../../app/failure/lazy-sheet.tsx'
import { classes } from '../../kit/classes.ts'
import { statusTone } from '../states/status-pill.tsx'
import type { Order } from './use-orders.ts'
import styles from './head.module.css'

const SafetySheet = lazySheet(async () => {
  const [file] = await Promise.all([import('./safety-sheet.tsx'), words.need('editing')])
  return file.SafetySheet
})

/** What is dangerous there and how one gets in: a line that opens. Nothing written is said as well. */
export function SafetyLine({ order: { site, station } }: { order: Order }) {
  const t = useTranslations('order')
  const [editing, setEditing] = useState(false)
  const { hazards, safety, access } = site
  const first = [hazards, safety, access].find((text) => text !== '')
  const tone = statusTone(hazards || safety ? 'fault' : 'curtailed')
  return (
    <>
      <details className={classes(styles.safety, tone)}>
        <summary>
          <TriangleAlert size={18} aria-hidden />
          <span className={styles.line}>
            <b>{t('site')}</b> {first ?? t('noSafety')}
          </span>
          <ChevronDown size={18} aria-hidden />
        </summary>
        <dl>
          {hazards && <Said Icon={TriangleAlert} label={t('hazards')} text={hazards} />}
          {safety && <Said Icon={ShieldAlert} label={t('safety')} text={safety} />}
          {access && <Said Icon={DoorOpen} label={t('access')} text={access} />}
        </dl>
        {first === undefined && <p>{t('noSafety')}</p>}
        <Allowed permission="station:station:edit" at={station.id}>
          <button type="button" className={styles.more} onClick={() => setEditing(true)}>
            {t('editSafety')}
          </button>
        </Allowed>
      </details>
      {editing && <SafetySheet stationId={station.id} present={site} onClose={() => setEditing(false)} />}
    </>
  )
}

type SaidProps = { Icon: typeof DoorOpen; label: string; text: string }

function Said({ Icon, label, text }: SaidProps) {
  return (
    <div>
      <dt>
        <Icon size={14} aria-hidden /> {label}
      </dt>
      <dd>{text}</dd>
    </div>
  )
}
