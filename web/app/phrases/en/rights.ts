export const rights = {
  rights: {
    needed: 'Permission needed',
    roles: 'Roles that have it',
    givers: 'Who can give it',
    noGivers: 'Please ask the administrator of this system.',
    noRole: 'Your account has no role yet, so there is nothing for it to see.',
    missing: 'This page needs the permission “{name}”.',
    mine: 'What I may do',
    intro: 'Your role is {role}. What it does not allow is not shown, and the server refuses it.',
    extra: 'Given in addition',
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
