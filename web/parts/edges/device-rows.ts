import { givesPower, type DeviceKind } from '#domain/devices/kinds.ts'
import { restOf, shownOf, type NightDay } from '#domain/telemetry/night-energy.ts'
import { sumKnown } from '../../kit/sum-known.ts'
import type { DeviceDetail } from '../devices/device-facts.ts'
import { nameOf } from '../devices/device-facts.ts'
import type { Edge, EdgeDevice, Link } from './edge-view.ts'
import { placeOf } from './device-address.ts'

type Row = DeviceDetail['children'][number]

/** An address that an edge reads, with the devices of the station behind it. */
export type ReadDevice = {
  device: EdgeDevice
  behind: readonly Row[]
  /** Its name, else brand and model, else where it is. */
  name: string
  /** Of all behind it that give power, W, while they rest Wh of the day `rest`; null = not known. */
  gives: number | null
  /** Of which day that is; null = it is the power now. */
  rest: NightDay | null
  /** The newest reading; null = none yet. */
  lastAt: number | null
}

const named = (rows: readonly Row[], url: string): string => {
  const [first] = rows
  if (!first) return placeOf(url)
  return first.name || [first.brand, first.model].filter(Boolean).join(' ') || nameOf(first)
}

/** Of what gives power among several, W, and of one alone whatever it is: what a battery takes is no part of a sum. */
export const powerOf = (devices: readonly { kind: DeviceKind; powerW: number | null }[]): number | null => {
  const giving = devices.length === 1 ? devices : devices.filter(({ kind }) => givesPower(kind))
  return sumKnown(giving.map(({ powerW }) => powerW))
}

/** The list of an edge, each with what stands behind it. */
export const readDevices = ({ devices }: Pick<Edge, 'devices'>, children: readonly Row[]): ReadDevice[] => {
  const byId = new Map(children.map((one) => [one.id, one]))
  const night = restOf(children.filter(({ kind }) => givesPower(kind)))
  return devices.map((device) => {
    const behind = device.deviceIds.flatMap((id) => byId.get(id) ?? [])
    const giving = behind.filter(({ kind }) => givesPower(kind))
    const rest = giving.length === 0 ? null : night
    const times = behind.flatMap(({ lastAt }) => (lastAt === null ? [] : [lastAt]))
    return {
      device,
      behind,
      name: named(behind, device.url),
      gives: rest === null ? powerOf(behind) : sumKnown(giving.map((one) => shownOf(one, rest))),
      rest,
      lastAt: times.length === 0 ? null : Math.max(...times),
    }
  })
}

/** Share of what was asked that was answered, 0 to 1; null before anything was asked. */
export const answeredShare = ({ asked, answered }: Pick<Link, 'asked' | 'answered'>): number | null =>
  asked === 0 ? null : Math.min(1, answered / asked)

/** In which words the line of a device is said. `waits`: the edge has not taken the list that it stands in. */
export type LineState = 'refused' | 'waits' | 'trouble' | 'silent' | 'answers'

export const lineState = (
  { refused, link }: Pick<EdgeDevice, 'refused' | 'link'>,
  settings: Edge['settings'],
): LineState => {
  if (refused !== null) return 'refused'
  if (link?.trouble) return 'trouble'
  if (link && link.answered > 0) return 'answers'
  return settings.rev !== settings.takenRev ? 'waits' : 'silent'
}
