import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer } from '../../app/data/call-types.ts'
import { nameOf } from '../devices/device-facts.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { SearchBox } from '../../kit/search-box.tsx'
import { SidePanel } from './side-panel.tsx'
import styles from './panel.module.css'

export type DeviceChoice = Answer<'GET /api/stations/{stationId}/devices'>['devices'][number]

type DevicePanelProps = {
  /** Those that can be compared with what is shown. */
  devices: readonly DeviceChoice[]
  chosen: readonly string[]
  /** How many more can be chosen. */
  room: number
  onChange: (ids: readonly string[]) => void
  onClose: () => void
}

const shownAtOnce = 60

/** Which devices stand beside the one that is shown. */
export function DevicePanel({ devices, chosen, room, onChange, onClose }: DevicePanelProps) {
  const t = useTranslations('chart.full')
  const ui = useTranslations('ui')
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const under = ({ sn, name, model, stringNo, position }: DeviceChoice): string =>
    [
      name && sn,
      model,
      stringNo !== null && t('string', { n: String(stringNo) }),
      position !== null && t('position', { n: String(position) }),
    ]
      .filter(Boolean)
      .join(' · ')
  const found = devices.filter((device) =>
    `${device.name} ${device.sn} ${under(device)}`.toLowerCase().includes(wanted),
  )
  // What is chosen stays in reach whatever is searched for.
  const first = devices.filter(({ id }) => chosen.includes(id))
  const shown = [...first, ...found.filter(({ id }) => !chosen.includes(id)).slice(0, shownAtOnce)]
  return (
    <SidePanel
      title={t('devices')}
      note={room > 0 ? t('devicesLeft', { count: room }) : t('devicesFull')}
      onClose={onClose}
    >
      <SearchBox value={search} onChange={setSearch} label={t('searchDevices')} />
      {shown.length === 0 ? (
        <EmptyState inline title={wanted ? ui('nothingFound', { text: search.trim() }) : t('noOthers')} />
      ) : (
        <div className={styles.list}>
          {shown.map((device) => (
            <label key={device.id} className={styles.option}>
              <input
                type="checkbox"
                checked={chosen.includes(device.id)}
                disabled={room === 0 && !chosen.includes(device.id)}
                onChange={(event) =>
                  onChange(
                    event.target.checked ? [...chosen, device.id] : chosen.filter((one) => one !== device.id),
                  )
                }
              />
              <span>
                {nameOf(device)}
                <small>{under(device)}</small>
              </span>
            </label>
          ))}
        </div>
      )}
      {found.length > shown.length && (
        <p className={styles.group}>{t('narrow', { count: String(shownAtOnce) })}</p>
      )}
    </SidePanel>
  )
}
