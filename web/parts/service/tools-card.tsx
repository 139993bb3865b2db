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
  type LucideIcon,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Permission } from '#domain/accounts/permissions.ts'
import { Allowed } from '../../app/session/allowed.tsx'
import { pathTo } from '../../paths.ts'
import { Card } from '../../kit/card.tsx'
import { Tile, Tiles } from '../../kit/tiles.tsx'
import type { AppPath } from '../../kit/navigation/app-path.ts'
import help from '../help/help.module.css'

type Tool = {
  key:
    | 'stations'
    | 'topology'
    | 'findDevice'
    | 'strings'
    | 'newStation'
    | 'addGateway'
    | 'addDevices'
    | 'layout'
    | 'activate'
    | 'control'
    | 'upgrade'
    | 'registry'
  Icon: LucideIcon
  to: AppPath
  /** One of them is enough; nobody needs any where there is none. */
  may?: readonly Permission[]
}

const of = (open: 'device-topology' | 'add-communication-device' | 'add-generate-power-device') =>
  pathTo('select-station', { open })

/** What is done from here, by its purpose, and in each of them what is done most first. */
const groups = [
  {
    name: 'see',
    tools: [
      { key: 'stations', Icon: SolarPanel, to: pathTo('station-list') },
      { key: 'topology', Icon: Grid3x3, to: of('device-topology'), may: ['device:device:view'] },
      { key: 'findDevice', Icon: ScanSearch, to: pathTo('select-deviceSn'), may: ['device:device:view'] },
      {
        key: 'strings',
        Icon: Waypoints,
        to: pathTo('select-station', { open: 'group-device-list' }),
        may: ['device:device:view'],
      },
    ],
  },
  {
    name: 'build',
    tools: [
      {
        key: 'newStation',
        Icon: CirclePlus,
        to: pathTo('create-or-edit-station'),
        may: ['station:station:create'],
      },
      {
        key: 'addGateway',
        Icon: RadioTower,
        to: of('add-communication-device'),
        may: ['device:device:add'],
      },
      {
        key: 'addDevices',
        Icon: ScanLine,
        to: of('add-generate-power-device'),
        may: ['device:device:add'],
      },
      {
        key: 'layout',
        Icon: LayoutGrid,
        to: pathTo('select-station', { open: 'generate-power-device-config' }),
        may: ['device:device:edit'],
      },
    ],
  },
  {
    name: 'maintain',
    tools: [
      {
        key: 'activate',
        Icon: ListChecks,
        to: pathTo('select-station', { open: 'communication-device-list' }),
        may: ['device:device:activate'],
      },
      {
        key: 'control',
        Icon: SlidersHorizontal,
        to: pathTo('remote-control'),
        may: ['device:control:send'],
      },
      {
        // Whoever makes or approves them, or works on alarms: an owner comes to the page of one by its message alone.
        key: 'upgrade',
        Icon: HardDriveDownload,
        to: pathTo('device-upgrade'),
        may: [
          'device:upgrade:create',
          'device:upgrade:approve',
          'device:package:upload',
          'om:alarm:acknowledge',
        ],
      },
      {
        key: 'registry',
        Icon: Factory,
        to: pathTo('service-page', { tool: 'registry' }),
        may: ['system:registry:import'],
      },
    ],
  },
] as const satisfies readonly { name: string; tools: readonly Tool[] }[]

/** What this person can do from here. */
export function ToolsCards() {
  return groups.map(({ name, tools }) => {
    const card = <Group key={name} name={name} tools={tools} />
    const may = (tools as readonly Tool[]).flatMap((tool) => tool.may ?? [])
    // Of what is there to be seen something is everybody's.
    return name === 'see' ? (
      card
    ) : (
      <Allowed key={name} permission={may}>
        {card}
      </Allowed>
    )
  })
}

function Group({ name, tools }: { name: (typeof groups)[number]['name']; tools: readonly Tool[] }) {
  const t = useTranslations('service')
  return (
    <Card title={t(`group.${name}`)}>
      <Tiles>
        {tools.map(({ key, Icon, to, may }) => {
          const tool = (
            <Tile
              key={key}
              icon={
                <span className={help.tile}>
                  <Icon size={20} aria-hidden />
                </span>
              }
              label={t(key)}
              hint={t(`${key}Hint`)}
              to={to}
            />
          )
          return may ? (
            <Allowed key={key} permission={may}>
              {tool}
            </Allowed>
          ) : (
            tool
          )
        })}
      </Tiles>
    </Card>
  )
}
