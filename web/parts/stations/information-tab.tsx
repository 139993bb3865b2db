import { Phone } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { callingCodeOf } from '#domain/stations/countries.ts'
import { proposedCarbon, sourceText } from '#domain/stations/factors.ts'
import { useAllowed } from '../../app/session/allowed.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { lazySheet } from '../../app/failure/lazy-sheet.tsx'
import { useNow } from '../../kit/time/now.ts'
import { Row, Rows } from '../../kit/row.tsx'
import { capacityText } from './capacity-text.ts'
import { countryName, regionName } from './place.ts'
import { SharingCard } from './sharing/sharing-card.tsx'
import type { StationData } from './station-queries.ts'
import { zoneName, zoneOffset } from './zone-text.ts'
import styles from './information-tab.module.css'

const ContactSheet = lazySheet(async () => {
  const [file] = await Promise.all([import('./contact-sheet.tsx'), words.need('editing')])
  return file.ContactSheet
})

/** Everything that was entered of a station. What was not is said to be missing. */
export function InformationTab({ station, managed }: { station: StationData; managed: boolean }) {
  const t = useTranslations('station.info')
  const types = useTranslations('stations.type')
  const format = useFormat()
  const now = useNow()
  const mayEditContact = useMayEditContact(station) && managed
  const [editing, setEditing] = useState(false)
  const missing = <span className={styles.missing}>{t('unknown')}</span>
  const given = (value: string | null): ReactNode =>
    value ? <span className={styles.text}>{value}</span> : missing
  const degrees = (value: number | null): ReactNode =>
    value === null ? missing : `${format.number(value, 1)}°`
  const { timeZone, latitude, longitude, tariff } = station
  const carbon = station.co2 ?? proposedCarbon(station.country)
  const north = t(station.north ? 'north' : 'south', { value: format.number(latitude, 6) })
  const east = t(station.east ? 'east' : 'west', { value: format.number(longitude, 6) })
  return (
    <>
      {station.imageFileId !== null && <Photograph key={station.imageFileId} station={station} />}
      <Card
        flush
        title={t('basics')}
        action={
          mayEditContact && (
            <button type="button" className={styles.edit} onClick={() => setEditing(true)}>
              {t('contact')}
            </button>
          )
        }
      >
        <Rows>
          <Row label={t('name')} value={given(station.name)} />
          <Row label={t('code')} value={<CopyButton what={t('code')} text={station.code} />} />
          <Row label={t('type')} value={types(station.type)} />
          <Row label={t('company')} value={given(station.companyName)} />
          <Row label={t('owner')} value={given(station.ownerName)} />
          <Row label={t('phone')} value={station.phone ? <CallLink station={station} /> : missing} />
          <Row label={t('created')} value={format.instant(station.createdAt, timeZone)} />
        </Rows>
      </Card>
      <Card flush title={t('system')}>
        <Rows>
          <Row label={t('capacity')} value={capacityText(format, station)} />
          <Row
            label={t('connected')}
            value={station.gridConnectedOn ? format.day(station.gridConnectedOn) : missing}
          />
          <Row label={t('reporting')} value={t('minutes', { n: String(station.reportMin) })} />
          <Row label={t('tilt')} value={degrees(station.tiltDeg)} />
          <Row label={t('azimuth')} value={degrees(station.azimuthDeg)} />
        </Rows>
      </Card>
      <Card flush title={t('place')}>
        <Rows>
          <Row label={t('country')} value={countryName(format.language, station.country)} />
          <Row
            label={t('region')}
            value={given(regionName(format.language, station.country, station.region))}
          />
          <Row label={t('address')} value={given(station.address)} />
          <Row
            label={t('position')}
            value={
              <span className={styles.position}>
                <span>{north}</span>
                <span>{east}</span>
              </span>
            }
          />
          <Row
            label={t('zone')}
            value={
              <span className={styles.position}>
                <span>{zoneName(format.language, timeZone, now)}</span>
                <span className={styles.small}>{timeZone}</span>
                <span className={styles.small}>
                  {t('zoneNow', { offset: zoneOffset(timeZone, now), time: format.clock(now, timeZone) })}
                </span>
              </span>
            }
          />
        </Rows>
      </Card>
      <Card flush title={t('worth')}>
        <Rows>
          <Row
            label={t('tariff')}
            {...(tariff?.source && {
              hint: t('source', { source: sourceText(tariff.source, format.language) }),
            })}
            value={
              tariff
                ? t('perKwh', { price: `${format.number(tariff.perKwh, 4)} ${tariff.currency}` })
                : missing
            }
          />
          <Row
            label={t('carbon')}
            hint={
              <Dotted
                parts={[
                  carbon.source && t('source', { source: sourceText(carbon.source, format.language) }),
                  !station.co2 && t('proposed'),
                ]}
              />
            }
            value={t('kgPerKwh', { factor: format.number(carbon.kgPerKwh, 4) })}
          />
        </Rows>
      </Card>
      <SharingCard station={station} />
      {editing && <ContactSheet station={station} onClose={() => setEditing(false)} />}
    </>
  )
}

/** For those who may change whom to call, and not the whole of the station. */
const useMayEditContact = ({ deletedAt }: StationData): boolean => {
  const whole = useAllowed('station:station:edit')
  const contact = useAllowed('station:contact:edit')
  return contact && !whole && deletedAt === null
}

/** As it was sent, as wide as the page; when it cannot be had nothing stands there. */
function Photograph({ station }: { station: StationData }) {
  const t = useTranslations('station.info')
  const [gone, setGone] = useState(false)
  if (gone) return null
  return (
    <img
      className={styles.photograph}
      src={`/api/files/${station.imageFileId ?? ''}?size=full`}
      alt={t('photograph', { name: station.name })}
      onError={() => setGone(true)}
    />
  )
}

/** The number with its calling code; a press calls it. */
function CallLink({ station: { phone, phoneCountry } }: { station: StationData }) {
  const t = useTranslations('station.info')
  const code = phoneCountry === null ? null : callingCodeOf(phoneCountry)
  const shown = code === null ? phone : `+${code} ${phone}`
  return (
    <a
      className={styles.call}
      href={`tel:${shown.replaceAll(/[^+\d]/g, '')}`}
      aria-label={t('call', { phone: shown })}
    >
      {shown}
      <Phone size={16} aria-hidden />
    </a>
  )
}
