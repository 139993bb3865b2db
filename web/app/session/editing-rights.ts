import type { Permission } from '#domain/accounts/permissions.ts'
import type { RouteName } from '../../paths.ts'

/** What an address may say that makes of one page another. */
type Address = { stationId?: string | undefined; gatewayId?: string | undefined; created?: true | undefined }
type Needs = (search: Address) => readonly Permission[]

/**
 * The pages that change something, with the permissions of which one is needed. An empty list: anyone may look, as the
 * page then only shows what became of a change. The server decides each call by itself.
 */
const editingRights = {
  'create-or-edit-station': ({ stationId, created }) => {
    if (stationId === undefined) return ['station:station:create']
    return created ? [] : ['station:station:edit']
  },
  'add-communication-device': ({ gatewayId }) => (gatewayId === undefined ? ['device:device:add'] : []),
  'add-generate-power-device': () => ['device:device:add'],
  'add-group-device': () => ['device:device:edit'],
  'generate-power-device-config': () => ['device:device:edit'],
  'add-work-order': () => ['om:order:create', 'om:report:create'],
  'new-upgrade-task': () => ['device:upgrade:create'],
  'select-upgrade-device': () => ['device:upgrade:create'],
} as const satisfies { readonly [N in RouteName]?: Needs }

export type EditingRoute = keyof typeof editingRights

const isEditing = (route: RouteName): route is EditingRoute => route in editingRights

/** The station that a page changes. Where somebody may only look an order can be made, and nothing else. */
export const changesStation = (route: EditingRoute, { stationId }: Address): string | undefined =>
  route === 'add-work-order' ? undefined : stationId

/** The permissions of which one is needed to use a page; empty where none is. */
export const neededFor = (route: RouteName, search: Address): readonly Permission[] =>
  isEditing(route) ? editingRights[route](search) : []
