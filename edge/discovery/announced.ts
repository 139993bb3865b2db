import type { Packet } from 'dns-packet'

/**
 * What devices announce of themselves in their network (DNS-SD over mDNS), and which addresses it leads to. Sources: the
 * firmware of OpenDTU (`opendtu`), Shelly's documentation (`shelly`), Home Assistant's list (`enphase-envoy`), programs
 * that play a Datamanager for Wattpilot (`Fronius-SE-Inverter`), the IANA's registry (`modbus`, `http`).
 */
export const typesAsked = [
  '_shelly._tcp.local',
  '_opendtu._tcp.local',
  '_enphase-envoy._tcp.local',
  '_fronius-se-inverter._tcp.local',
  '_modbus._tcp.local',
  '_http._tcp.local',
] as const
type Announced = (typeof typesAsked)[number]

/** Names that the pages of makers have, where the type alone says nothing. */
const pages: readonly (readonly [RegExp, string])[] = [
  [/^shelly/i, 'shelly'],
  [/^opendtu/i, 'opendtu'],
  [/^envoy|enphase/i, 'enphase'],
  [/fronius|datamanager/i, 'fronius'],
]
const schemeOf: Readonly<Record<Announced, (name: string) => string | null>> = {
  '_shelly._tcp.local': () => 'shelly',
  '_opendtu._tcp.local': () => 'opendtu',
  '_enphase-envoy._tcp.local': () => 'enphase',
  '_fronius-se-inverter._tcp.local': () => 'fronius',
  '_modbus._tcp.local': () => 'modbus-tcp',
  '_http._tcp.local': (name) => pages.find(([like]) => like.test(name))?.[1] ?? null,
}
/** What a scheme speaks at by itself; an Enphase announces its plain pages, and is spoken to by TLS. */
const usualPort: Readonly<Record<string, number>> = { 'modbus-tcp': 502, enphase: 80 }
const MODBUS_UNITS = [1, 126, 247, 3, 0]
/** Records of one packet that are looked at. No source: chosen; a device says some ten. */
const MOST_RECORDS = 200

/** The addresses that a packet of `host` leads to. Its own address counts, whatever else it names. */
export const addressesAnnounced = (host: string, packet: Packet): string[] => {
  const records = [...(packet.answers ?? []), ...(packet.additionals ?? [])].slice(0, MOST_RECORDS)
  const ports = new Map(
    records.flatMap((one) => (one.type === 'SRV' ? [[one.name.toLowerCase(), one.data.port] as const] : [])),
  )
  const urls = records.flatMap((one) => {
    if (one.type !== 'PTR') return []
    const type = typesAsked.find((asked) => asked === one.name.toLowerCase())
    const scheme = type === undefined ? null : schemeOf[type](one.data)
    if (scheme === null) return []
    const usual = usualPort[scheme] ?? 80
    const port = ports.get(one.data.toLowerCase()) ?? usual
    const at = `${scheme}://${host}${port === usual ? '' : `:${port}`}`
    return scheme === 'modbus-tcp'
      ? MODBUS_UNITS.map((unit) => `${scheme}://${host}:${port}?unit=${unit}`)
      : [at]
  })
  return [...new Set(urls)]
}
