import {
  CirclePlus,
  Factory,
  Grid3x3,
  HardDriveDownload,
  LayoutGrid,
  ListChecks,
  RadioTower,
  ScanLine,
  ScanSearch,
  SlidersHorizontal,
  SolarPanel,
  Waypoints,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Allowed } from '../../app/session/allowed.tsx'
import { pathTo } from '../../paths.ts'
import { Card } from '../../kit/card.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import styles from '../help/help.module.css'

/**
 * Upgrades are a tool of whoever makes or approves them, or works on alarms: an owner comes to the page of one by its
 * message alone.
 */
const upgrades = [
  'device:upgrade:create',
  'device:upgrade:approve',
  'device:package:upload',
  'om:alarm:acknowledge',
] as const

/** What this person can do from here. */
export function ToolsCard() {
  const t = useTranslations('service')
  return (
    <Card flush title={t('tools')}>
      <Rows>
        <Row
          icon={<Tile icon={<SolarPanel size={20} aria-hidden />} />}
          label={t('stations')}
          hint={t('stationsHint')}
          to={pathTo('station-list')}
        />
        <Allowed permission="device:device:view">
          <Row
            icon={<Tile icon={<Grid3x3 size={20} aria-hidden />} />}
            label={t('topology')}
            hint={t('topologyHint')}
            to={pathTo('select-station', { open: 'device-topology' })}
          />
        </Allowed>
        <Allowed permission="device:device:view">
          <Row
            icon={<Tile icon={<ScanSearch size={20} aria-hidden />} />}
            label={t('findDevice')}
            hint={t('findDeviceHint')}
            to={pathTo('select-deviceSn')}
          />
        </Allowed>
        <Allowed permission="station:station:create">
          <Row
            icon={<Tile icon={<CirclePlus size={20} aria-hidden />} />}
            label={t('newStation')}
            hint={t('newStationHint')}
            to={pathTo('create-or-edit-station')}
          />
        </Allowed>
        <Allowed permission="device:device:add">
          <Row
            icon={<Tile icon={<RadioTower size={20} aria-hidden />} />}
            label={t('addGateway')}
            hint={t('addGatewayHint')}
            to={pathTo('select-station', { open: 'add-communication-device' })}
          />
        </Allowed>
        <Allowed permission="device:device:add">
          <Row
            icon={<Tile icon={<ScanLine size={20} aria-hidden />} />}
            label={t('addDevices')}
            hint={t('addDevicesHint')}
            to={pathTo('select-station', { open: 'add-generate-power-device' })}
          />
        </Allowed>
        <Allowed permission="device:device:activate">
          <Row
            icon={<Tile icon={<ListChecks size={20} aria-hidden />} />}
            label={t('activate')}
            hint={t('activateHint')}
            to={pathTo('select-station', { open: 'communication-device-list' })}
          />
        </Allowed>
        <Allowed permission="device:control:send">
          <Row
            icon={<Tile icon={<SlidersHorizontal size={20} aria-hidden />} />}
            label={t('control')}
            hint={t('controlHint')}
            to={pathTo('remote-control')}
          />
        </Allowed>
        <Allowed permission={upgrades}>
          <Row
            icon={<Tile icon={<HardDriveDownload size={20} aria-hidden />} />}
            label={t('upgrade')}
            hint={t('upgradeHint')}
            to={pathTo('device-upgrade')}
          />
        </Allowed>
        <Allowed permission="device:device:edit">
          <Row
            icon={<Tile icon={<LayoutGrid size={20} aria-hidden />} />}
            label={t('layout')}
            hint={t('layoutHint')}
            to={pathTo('select-station', { open: 'generate-power-device-config' })}
          />
        </Allowed>
        <Allowed permission="device:device:view">
          <Row
            icon={<Tile icon={<Waypoints size={20} aria-hidden />} />}
            label={t('strings')}
            hint={t('stringsHint')}
            to={pathTo('select-station', { open: 'group-device-list' })}
          />
        </Allowed>
        <Allowed permission="system:registry:import">
          <Row
            icon={<Tile icon={<Factory size={20} aria-hidden />} />}
            label={t('registry')}
            hint={t('registryHint')}
            to={pathTo('service-page', { tool: 'registry' })}
          />
        </Allowed>
      </Rows>
    </Card>
  )
}

function Tile({ icon }: { icon: ReactNode }) {
  return <span className={styles.tile}>{icon}</span>
}
