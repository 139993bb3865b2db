/**
 * The whole list of permission codes, `area:thing:action`, and who holds them by default.
 * The server decides with `permits`; screens use the same function to hide what would be refused.
 */
export const permissions = [
  'station:station:view',
  'station:station:create',
  'station:station:edit',
  'station:station:delete',
  'station:contact:edit',
  'station:share:grant',
  'device:device:view',
  'device:device:add',
  'device:device:activate',
  'device:device:replace',
  'device:device:edit',
  'device:device:delete',
  'device:control:send',
  'device:upgrade:create',
  'device:upgrade:approve',
  'device:package:upload',
  'device:edge:pair',
  'device:edge:configure',
  'device:edge:discover',
  'device:edge:diagnose',
  'om:alarm:view',
  'om:alarm:clear',
  'om:alarm:acknowledge',
  'om:order:view',
  'om:order:create',
  'om:order:dispatch',
  'om:order:handle',
  'om:order:review',
  'om:order:discard',
  'om:report:create',
  'company:company:view',
  'company:company:create',
  'company:people:manage',
  'company:settings:edit',
  'company:audit:view',
  'system:registry:import',
  'system:webhook:edit',
  'installation:edge:assign',
] as const

export type Permission = (typeof permissions)[number]

/** The only wildcard. `*:*`, `station:*:*` and the like grant nothing. */
export const wildcard = '*:*:*'

export const accountRoles = ['owner', 'installer', 'maintainer', 'administrator'] as const
export type AccountRole = (typeof accountRoles)[number]

const view = [
  'station:station:view',
  'device:device:view',
  'om:alarm:view',
  'om:order:view',
  'company:company:view',
] as const satisfies readonly Permission[]

/** All that a screen on a wall may ever do, whoever hung it up. */
export const lookable = [
  'station:station:view',
  'device:device:view',
  'om:alarm:view',
  'om:order:view',
] as const satisfies readonly Permission[]

export const rolePermissions: Record<AccountRole, readonly (Permission | typeof wildcard)[]> = {
  owner: [...view, 'station:contact:edit', 'station:share:grant', 'om:report:create'],
  installer: [
    ...view,
    'station:station:create',
    'station:station:edit',
    'station:station:delete',
    'station:contact:edit',
    'device:device:add',
    'device:device:activate',
    'device:device:replace',
    'device:device:edit',
    'device:device:delete',
    'device:control:send',
    'device:upgrade:create',
    'device:edge:pair',
    'device:edge:configure',
    'device:edge:discover',
    'device:edge:diagnose',
    'om:alarm:clear',
    'om:alarm:acknowledge',
    'om:order:create',
    'om:order:dispatch',
    'om:order:handle',
    'om:order:review',
    'om:order:discard',
    'om:report:create',
    'company:people:manage',
    'company:settings:edit',
    'company:audit:view',
  ],
  maintainer: [
    ...view,
    'om:alarm:clear',
    'om:alarm:acknowledge',
    'om:order:create',
    'om:order:handle',
    'om:report:create',
  ],
  administrator: [wildcard],
}

/** True when `held` contains the code itself or exactly `*:*:*`. */
export const permits = (held: readonly string[], needed: Permission): boolean =>
  held.includes(wildcard) || held.includes(needed)

/** Of what somebody holds, what a screen on a wall may do in their place: codes of their own, never the wildcard. */
export const lookPermissions = (held: readonly string[]): Permission[] =>
  lookable.filter((one) => permits(held, one))

/** Display rule of the specification: hidden unless one of the listed permissions (or the wildcard) is held. */
export const shownByPermission = (held: readonly string[], anyOf: readonly Permission[]): boolean =>
  anyOf.some((one) => permits(held, one))

/** Display rule of the specification: hidden unless one of the roles is held; a user without any role is hidden nothing. */
export const shownByRole = (roles: readonly string[], anyOf: readonly AccountRole[]): boolean =>
  roles.length === 0 || anyOf.some((one) => roles.includes(one))
