import type { Scheme } from '../device-address.ts'
import { FroniusLogger } from '../engine/fronius/read-fronius.ts'
import { HttpDevice } from '../transports/http-device.ts'

/** Loggers and inverters of Fronius by their Solar API. */
export const fronius: Scheme = {
  name: 'fronius',
  example: 'fronius://192.168.1.20',
  port: 80,
  path: null,
  settings: {},
  profiles: ['fronius'],
  open: ({ host, port }, { manners }) => {
    const web = new HttpDevice({ ...manners, host, port })
    const logger = new FroniusLogger(web)
    return { read: () => logger.read(), registers: null, close: () => web.close() }
  },
}
