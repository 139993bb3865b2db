import { isMadeSerial } from '#domain/devices/identity.ts'
import { hangsInString, isRated } from '#domain/devices/kinds.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { pathTo } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { useNow } from '../../kit/time/now.ts'
import { Row, Rows } from '../../kit/row.tsx'
import { Tag } from '../states/status-pill.tsx'
import { nameOf, type DeviceDetail } from './device-facts.ts'
import { ratedText } from './rated-text.ts'
import { todayIn } from '../../kit/chart/period.ts'
import { netWord } from './net-word.ts'
import styles from './parts.module.css'

/** What a device is, as far as it is known. */
export function DataSheet({ detail, action }: { detail: DeviceDetail; action?: ReactNode }) {
  const t = useTranslations('device.sheet')
  const words = useTranslations('device')
  const kinds = useKindWords()
  const format = useFormat()
  const now = useNow()
  const { device, station, gateway, parent } = detail
  const over = device.warrantyUntil !== null && device.warrantyUntil < todayIn(now, station.timeZone)
  const count = (label: string, value: number | null): ReactNode =>
    fact(label, value === null ? '' : format.number(value))
  return (
    <Card title={t('title')} action={action} flush>
      <Rows>
        <Row
          label={t('sn')}
          value={<CopyButton text={device.sn} what={t('sn')} />}
          {...(isMadeSerial(device.sn) && { hint: t('snMade') })}
        />
        {fact(t('name'), device.name)}
        <Row label={t('kind')} value={kinds.one(device.kind)} />
        {fact(t('brand'), device.brand)}
        {fact(t('model'), device.model)}
        {isRated(device.kind) && device.ratedW !== null && fact(t('rated'), ratedText(format, device.ratedW))}
        {device.kind === 'meter' && (
          <Row label={t('measures')} value={words(`meterRole.${device.meterRole ?? 'unsaid'}`)} />
        )}
        {device.kind === 'inverter' && (
          <>
            {count(t('mppt'), device.mpptCount)}
            {count(t('strings'), device.stringCount)}
          </>
        )}
        {hangsInString(device.kind) && (
          <>
            {count(t('string'), device.stringNo)}
            {count(t('position'), device.position)}
          </>
        )}
        {fact(t('sw'), device.sw)}
        {fact(t('hw'), device.hw)}
        {fact(t('soc'), device.soc)}
        {device.sim && <Row label={t('sim')} value={<CopyButton text={device.sim} what={t('sim')} />} />}
        {fact(t('netMode'), netWord(t, device.netMode))}
        {fact(t('reportServer'), device.reportServer)}
        {(device.lastAt !== null || device.online) &&
          fact(t('reach'), words(device.online ? 'online' : 'offline'))}
        <Row label={t('activation')} value={t(device.activated ? 'isActivated' : 'notActivated')} />
        {device.activatedAt !== null &&
          fact(t('activated'), format.instant(device.activatedAt, station.timeZone))}
        {device.warrantyUntil !== null && (
          <Row
            label={t('warranty')}
            value={
              <span className={styles.tagged}>
                {format.day(device.warrantyUntil)}
                {over && <Tag>{t('warrantyOver')}</Tag>}
              </span>
            }
          />
        )}
        {parent && (
          <Row
            label={t('inverter')}
            value={nameOf(parent)}
            to={pathTo('inverter-detail', { deviceId: parent.id })}
          />
        )}
        {gateway && (
          <Row
            label={t('gateway')}
            value={nameOf(gateway)}
            to={pathTo('gateway-detail', { deviceId: gateway.id })}
          />
        )}
        <Row
          label={t('station')}
          value={station.name}
          to={pathTo('station-detail', { stationId: station.id })}
        />
      </Rows>
    </Card>
  )
}

/** What is not known has no line: there is nothing to read in it. */
const fact = (label: string, text: string): ReactNode => text && <Row label={label} value={text} />
