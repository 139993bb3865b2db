/** The first part of a path, and for what is under a station the next, to what people call it. */
const areas: Record<string, string> = {
  stations: 'stations',
  'station-pins': 'stations',
  devices: 'devices',
  gateways: 'devices',
  things: 'devices',
  registry: 'devices',
  areas: 'arrays',
  places: 'arrays',
  strings: 'arrays',
  array: 'arrays',
  assign: 'arrays',
  alarms: 'alarms',
  'alarm-rules': 'alarms',
  orders: 'orders',
  control: 'control',
  'control-questions': 'control',
  commands: 'control',
  packages: 'upgrades',
  upgrades: 'upgrades',
  'upgrade-tasks': 'upgrades',
  accounts: 'accounts',
  companies: 'companies',
  company: 'companies',
  files: 'files',
  webhooks: 'webhooks',
  audit: 'audit',
}

/**
 * The words of an entry: of an act (`area.verb`) by its name, of a call that was refused (its route key) by what it
 * would have done and to what.
 */
export const actWords = (action: string): { act: string } | { tried: 'read' | 'change'; area: string } => {
  const [, method, path] = /^([A-Z]+) \/api\/(.+)$/.exec(action) ?? []
  if (path === undefined) return { act: action.replaceAll('.', '_') }
  const [first = '', , third = ''] = path.split('/')
  const area = (first === 'stations' || first === 'companies' ? areas[third] : undefined) ?? areas[first]
  return { tried: method === 'GET' ? 'read' : 'change', area: area ?? 'other' }
}
