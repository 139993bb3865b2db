/**
 * What a SmartLogger, EMMA or SDongle says of the devices behind it: objects of Modbus' device identification (0x2B, 0x0E)
 * of Huawei's own. 0x87 = how many there are, from 0x88 on one each, as `1=SUN2000-100KTL-M1;4=serial;5=unit`. Source:
 * wlcrs/huawei-solar-lib (which objects are asked), Huawei's definition of its Modbus interface (the labels).
 */

/** Asks for the objects from `object` on, as the device has them; null = it has none of them. */
export type AskObjects = (object: number) => Promise<ReadonlyMap<number, Uint8Array> | null>

export type ListedDevice = { model: string; sn: string | null; unit: number }

export const [COUNT, FIRST] = [0x87, 0x88]
const LAST = 0xff
const [MODEL, SERIAL, UNIT] = ['1', '4', '5']
/** What can be read by the registers of inverters. */
const INVERTER = /^SUN\d{3,}/
const LAST_UNIT = 247

/** One line of the list; null = it is none of an inverter with a unit of its own. */
export const listedDevice = (text: string): ListedDevice | null => {
  const said = new Map(
    text.split(';').flatMap((part) => {
      const [, label, value] = /^\s*(\d{1,3})=(.*)$/s.exec(part) ?? []
      return label === undefined || value === undefined ? [] : [[label, value.replaceAll('\0', '').trim()]]
    }),
  )
  const [model, sn = '', unit = ''] = [said.get(MODEL) ?? '', said.get(SERIAL), said.get(UNIT)]
  if (!INVERTER.test(model) || !/^\d{1,3}$/.test(unit) || Number(unit) > LAST_UNIT) return null
  return { model, sn: sn === '' ? null : sn, unit: Number(unit) }
}

const ascii = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

/** The inverters of the list, each unit once; null = it has no such list. */
export const readDeviceList = async (ask: AskObjects): Promise<ListedDevice[] | null> => {
  const first = await ask(COUNT)
  if (first === null || !first.has(COUNT)) return null
  const found = new Map([...first].filter(([object]) => object >= FIRST))
  // An answer has room for a few; the rest is asked for from where it ended.
  let next = FIRST
  while (next <= LAST) {
    if (!found.has(next)) {
      const more = await ask(next)
      if (more === null || !more.has(next)) break
      for (const [object, bytes] of more) if (object >= FIRST) found.set(object, bytes)
    }
    next += 1
  }
  const devices = [...found]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([, bytes]) => listedDevice(ascii(bytes)) ?? [])
  return devices.filter(({ unit }, index) => devices.findIndex((other) => other.unit === unit) === index)
}
