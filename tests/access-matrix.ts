import { channelNames, isFromGateway, topicOf } from '#contract/mqtt/topics.ts'

/** The topics that a gateway may publish to. */
export const publishableBy = (gateway: string): string[] =>
  channelNames.filter(isFromGateway).map((channel) => topicOf(gateway, channel))

/** 200 topics: every channel of the own and of another branch, and what an intruder would try. */
export const accessTopics = (own: string, other: string): string[] =>
  [
    ...[own, other, own.toLowerCase(), `${own}X`, `${own}-1`, 'GW', ''].flatMap((gateway) => [
      ...channelNames.map((channel) => `pv/v1/${gateway}/${channel}`),
      ...[
        '',
        '/',
        '/tele/',
        '/tele/x',
        '/TELE',
        '//tele',
        '/$SYS',
        '/ota/data/u-1/0',
        '/unknown',
        '/cmd',
      ].map((end) => `pv/v1/${gateway}${end}`),
    ]),
    '$SYS/broker/clients',
    '$SYS/x/new/clients',
    `$SYS/pv/v1/${own}/tele`,
    '$share/a/pv/v1/x/tele',
    'tele',
    'pv',
    'pv/v1',
    `/pv/v1/${own}/tele`,
    `pv/v2/${own}/tele`,
    `PV/v1/${own}/tele`,
    ` pv/v1/${own}/tele`,
    `pv/v1/${own}/tele `,
    `pv/v1/${own}/../${other}/tele`,
    `pv/v1/${other}/../${own}/tele`,
    'spBv1.0/a/NBIRTH/b',
    ...Array.from({ length: 31 }, (_, index) => `pv/v1/GW2408A${String(index + 100).padStart(5, '0')}/tele`),
  ].slice(0, 200)

/** What a gateway may subscribe to, and what it may not. */
export const accessFilters = (own: string, other: string): { allowed: string[]; refused: string[] } => ({
  allowed: ['cfg', 'cmd/req', 'cmd/#', 'cmd/+', 'ota/offer', 'ota/#', 'ota/data/#', 'ota/data/u-7/+'].map(
    (rest) => `pv/v1/${own}/${rest}`,
  ),
  refused: [
    '#',
    '+',
    '+/#',
    '+/+/+/#',
    'pv/#',
    'pv/v1/#',
    'pv/v1/+/cfg',
    'pv/v1/+/cmd/req',
    '$SYS/#',
    '$SYS/+/new/#',
    `pv/v1/${own}/#`,
    `pv/v1/${own}/+`,
    `pv/v1/${own}/+/req`,
    `pv/v1/${own}`,
    `pv/v1/${own}/status`,
    `pv/v1/${own}/cmd/res`,
    `pv/v1/${own}/tele`,
    `pv/v1/${own}/cfg/ack`,
    `$share/x/pv/v1/${own}/cfg`,
    ...channelNames.map((channel) => `pv/v1/${other}/${channel}`),
    `pv/v1/${other}/#`,
    `pv/v1/${other}/cmd/#`,
    `pv/v1/${own}X/cmd/#`,
    `pv/v1/${own.toLowerCase()}/cmd/#`,
  ],
})
