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
import styles from './parts.module.css'

const nets = { ethernet: true, wifi: true, '2g': true, '3g': true, '4g': true, '5g': true } as const
const isNet = (mode: string): mode is keyof typeof nets => mode in nets

/** What a device is. What is not known is a dash; what a kind never has is left out. */
export function DataSheet({ detail, action }: { detail: DeviceDetail; action?: ReactNode }) {
  const t = useTranslations('device.sheet')
  const words = useTranslations('device')
  const kinds = useKindWords()
  const format = useFormat()
  const now = useNow()
  const { device, station, gateway, parent } = detail
  const gatewayLike = device.kind === 'gateway'
  const part = hangsInString(device.kind)
  const over = device.warrantyUntil !== null && device.warrantyUntil < todayIn(now, station.timeZone)
  const number = (value: number | null): ReactNode => known(value === null ? '' : format.number(value))
  return (
    <Card title={t('title')} action={action} flush>
      <Rows>
        <Row
          label={t('sn')}
          value={<CopyButton text={device.sn} what={t('sn')} />}
          {...(isMadeSerial(device.sn) && { hint: t('snMade') })}
        />
        <Row label={t('name')} value={known(device.name)} />
        <Row label={t('kind')} value={kinds.one(device.kind)} />
        <Row label={t('brand')} value={known(device.brand)} />
        <Row label={t('model')} value={known(device.model)} />
        {isRated(device.kind) && (
          <Row
            label={t('rated')}
            value={known(device.ratedW === null ? '' : ratedText(format, device.ratedW))}
          />
        )}
        {device.kind === 'meter' && (
          <Row label={t('measures')} value={words(`meterRole.${device.meterRole ?? 'unsaid'}`)} />
        )}
        {device.kind === 'inverter' && (
          <>
            <Row label={t('mppt')} value={number(device.mpptCount)} />
            <Row label={t('strings')} value={number(device.stringCount)} />
          </>
        )}
        {part && (
          <>
            <Row label={t('string')} value={number(device.stringNo)} />
            <Row label={t('position')} value={number(device.position)} />
          </>
        )}
        <Row label={t('sw')} value={known(device.sw)} />
        <Row label={t('hw')} value={known(device.hw)} />
        {(gatewayLike || device.soc) && <Row label={t('soc')} value={known(device.soc)} />}
        {(gatewayLike || device.sim) && (
          <Row
            label={t('sim')}
            value={device.sim ? <CopyButton text={device.sim} what={t('sim')} /> : known('')}
          />
        )}
        {(gatewayLike || device.netMode) && (
          <Row
            label={t('netMode')}
            value={known(isNet(device.netMode) ? t(`net.${device.netMode}`) : device.netMode)}
          />
        )}
        {(gatewayLike || device.reportServer) && (
          <Row label={t('reportServer')} value={known(device.reportServer)} />
        )}
        <Row
          label={t('reach')}
          value={
            device.lastAt === null && !device.online ? known('') : words(device.online ? 'online' : 'offline')
          }
        />
        <Row label={t('activation')} value={t(device.activated ? 'isActivated' : 'notActivated')} />
        <Row
          label={t('activated')}
          value={known(
            device.activatedAt === null ? '' : format.instant(device.activatedAt, station.timeZone),
          )}
        />
        <Row
          label={t('warranty')}
          value={
            <span className={styles.tagged}>
              {known(device.warrantyUntil === null ? '' : format.day(device.warrantyUntil))}
              {over && <Tag>{t('warrantyOver')}</Tag>}
            </span>
          }
        />
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

const known = (text: string): ReactNode => (text ? text : <Unknown />)

/** A dash with a meaning. */
function Unknown() {
  const t = useTranslations('device')
  return (
    <>
      <span aria-hidden>–</span>
      <span className="sr-only">{t('unknown')}</span>
    </>
  )
}
