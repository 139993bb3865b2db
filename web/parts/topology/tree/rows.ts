/** Station > gateway > inverter > MPPT > string > what hangs in it, as rows of what is open. */
import { sumKnown } from '../../../kit/sum-known.ts'
import { givesPower } from '#domain/devices/kinds.ts'
import {
  findDevices,
  groupDevices,
  isTroubled,
  sumPower,
  type StringGroup,
} from '../../stations/device-groups.ts'
import type { ArrayData } from '../layout/plan.ts'
import type { DeviceData } from '../use-array.ts'

type Strings = ArrayData['strings']
export type TreeNode = {
  key: string
  kind: 'station' | 'gateway' | 'inverter' | 'mppt' | 'string' | 'device' | 'none'
  device: DeviceData | null
  /** Number of an MPPT or string; null: those without one. */
  no: number | null
  /** A string's own name. */
  name: string
  children: TreeNode[]
  /** Devices below. */
  count: number
  troubled: number
  powerW: number | null
  /** What it made on the day whose light has gone, Wh; null by day, or not known. */
  nightWh: number | null
}
export type TreeRow = {
  node: TreeNode
  level: number
  /** Among its siblings, from 1. */
  index: number
  of: number
  open: boolean
  parent: string | null
}

const leaf = (device: DeviceData): TreeNode => ({
  key: device.id,
  kind: 'device',
  device,
  no: device.position,
  name: '',
  children: [],
  count: 0,
  troubled: isTroubled(device) ? 1 : 0,
  powerW: device.powerW,
  nightWh: device.night?.wh ?? null,
})

const sumNight = (devices: readonly DeviceData[]): number | null =>
  sumKnown(devices.map(({ night }) => night?.wh ?? null))

const total = (children: readonly TreeNode[]) => ({
  count: children.reduce((sum, one) => sum + one.count + (one.device ? 1 : 0), 0),
  troubled: children.reduce((sum, one) => sum + one.troubled, 0),
})

const stringNode = (owner: string, { no, members }: StringGroup, strings: Strings): TreeNode => {
  const children = members.map(leaf)
  const own = strings.find((one) => one.inverterId === owner && one.no === no)
  return {
    key: `${owner}/s${no}`,
    kind: 'string',
    device: null,
    no,
    name: own?.name ?? '',
    children,
    ...total(children),
    powerW: sumPower(members.filter(({ kind }) => kind === 'optimizer')),
    nightWh: sumNight(members),
  }
}

/** Strings under the MPPT they are said to hang at; those of none directly under their inverter. */
const belowInverter = (
  inverter: DeviceData,
  groups: readonly StringGroup[],
  strings: Strings,
): TreeNode[] => {
  const mpptOf = ({ no }: StringGroup): number | null =>
    strings.find((one) => one.inverterId === inverter.id && one.no === no)?.mpptNo ?? null
  const byMppt = new Map<number, TreeNode[]>()
  const direct: TreeNode[] = []
  for (const group of groups) {
    const node = stringNode(inverter.id, group, strings)
    const no = mpptOf(group)
    if (no === null) direct.push(node)
    else byMppt.set(no, [...(byMppt.get(no) ?? []), node])
  }
  const trackers = [...byMppt]
    .sort(([a], [b]) => a - b)
    .map(([no, children]): TreeNode => ({
      key: `${inverter.id}/m${no}`,
      kind: 'mppt',
      device: null,
      no,
      name: '',
      children,
      ...total(children),
      powerW: sumKnown(children.map(({ powerW }) => powerW)),
      nightWh: sumKnown(children.map(({ nightWh }) => nightWh)),
    }))
  return [...trackers, ...direct]
}

export const treeOf = (stationId: string, devices: readonly DeviceData[], strings: Strings): TreeNode => {
  const withOwn = (node: Omit<TreeNode, 'count' | 'troubled'>): TreeNode => {
    const below = total(node.children)
    const own = node.device && isTroubled(node.device) ? 1 : 0
    return { ...node, ...below, troubled: below.troubled + own }
  }
  const children = groupDevices(devices).map(({ gateway, inverters, loose, others }) => {
    const below = [
      ...inverters.map(({ inverter, strings: groups }) =>
        withOwn({
          key: inverter.id,
          kind: 'inverter',
          device: inverter,
          no: null,
          name: '',
          children: belowInverter(inverter, groups, strings),
          powerW: inverter.powerW,
          nightWh: inverter.night?.wh ?? null,
        }),
      ),
      ...loose.map((group) => stringNode(gateway?.id ?? 'none', group, strings)),
      ...others.map(leaf),
    ]
    return withOwn({
      key: gateway?.id ?? 'none',
      kind: gateway ? 'gateway' : 'none',
      device: gateway,
      no: null,
      name: '',
      children: below,
      powerW: sumPower(inverters.map(({ inverter }) => inverter)),
      nightWh: sumNight(inverters.map(({ inverter }) => inverter)),
    })
  })
  return withOwn({
    key: stationId,
    kind: 'station',
    device: null,
    no: null,
    name: '',
    children,
    powerW: sumPower(devices.filter(({ kind }) => kind === 'inverter')),
    nightWh: sumNight(devices.filter(({ kind }) => kind === 'inverter')),
  })
}

/** Whether a row shows the energy of the day while all rests: not what energy only flows through. */
export const restsWith = ({ device }: TreeNode): boolean =>
  device === null || device.kind === 'gateway' || givesPower(device.kind)

/** Inverters beyond which each gateway is opened by hand. */
const OPEN_UP_TO = 24

/** Open at first: everything down to the strings, which may hold hundreds. */
export const openAtFirst = (root: TreeNode): Set<string> => {
  const open = new Set([root.key])
  const inverters = root.children.flatMap(({ children }) => children)
  if (inverters.length > OPEN_UP_TO) return open
  const walk = (node: TreeNode): void => {
    if (node.kind === 'string' || node.kind === 'device') return
    open.add(node.key)
    for (const child of node.children) walk(child)
  }
  walk(root)
  return open
}

/** The node of a device, or of a string by its id. */
export const keyOfMark = (mark: string, strings: Strings): string => {
  const string = strings.find(({ id }) => id === mark)
  return string ? `${string.inverterId}/s${string.no}` : mark
}

/** From the root down to a node; null when there is none. */
export const wayTo = (node: TreeNode, key: string): string[] | null => {
  if (node.key === key) return [key]
  for (const child of node.children) {
    const way = wayTo(child, key)
    if (way) return [node.key, ...way]
  }
  return null
}

/** Only what was found, and what it hangs under; null when nothing was. */
export const prune = (node: TreeNode, found: ReadonlySet<string>): TreeNode | null => {
  const children = node.children.flatMap((child) => prune(child, found) ?? [])
  return children.length > 0 || (node.device !== null && found.has(node.device.id))
    ? { ...node, children }
    : null
}

export const foundIn = (devices: readonly DeviceData[], typed: string): Set<string> | null =>
  typed.trim() === '' ? null : new Set(findDevices(devices, typed).map(({ id }) => id))

/** `isOpen` of null opens everything, as a search does. */
export const rowsOf = (root: TreeNode, isOpen: ReadonlySet<string> | null): TreeRow[] => {
  const rows: TreeRow[] = []
  const walk = (node: TreeNode, level: number, index: number, of: number, parent: string | null): void => {
    const open = node.children.length > 0 && (isOpen === null || isOpen.has(node.key))
    rows.push({ node, level, index, of, open, parent })
    if (open)
      for (const [n, child] of node.children.entries())
        walk(child, level + 1, n + 1, node.children.length, node.key)
  }
  walk(root, 1, 1, 1, null)
  return rows
}
