export const rights = {
  rights: {
    needed: 'Permission needed',
    roles: 'Roles that have it',
    givers: 'Who can grant it',
    noGivers: 'Ask the administrator of this system.',
    noRole: 'Your account has no role yet, so there is nothing to see.',
    missing: 'This page needs the permission “{name}”.',
    mine: 'My permissions',
    intro: 'Your role is {role}. What it does not allow is hidden, and the server refuses it.',
    extra: 'Granted in addition',
    has: 'Yes',
    hasNot: 'No',
    area: {
      station: 'Stations',
      device: 'Devices',
      om: 'Alarms and work orders',
      company: 'Company',
      system: 'System',
    },
    role: {
      owner: 'Owner',
      installer: 'Installer',
      maintainer: 'Maintainer',
      administrator: 'Administrator',
      none: 'No role',
    },
  },
} as const
