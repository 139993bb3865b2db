import type { Scheme } from '../device-address.ts'
import { Shelly } from '../engine/shelly/read-shelly.ts'
import { HttpDevice } from '../transports/http-device.ts'

/** Meters, plugs and relays of Shelly. The secret is the password of `admin`, where one was set. */
export const shelly: Scheme = {
  name: 'shelly',
  example: 'shelly://192.168.1.20',
  port: 80,
  path: null,
  settings: {},
  profiles: ['shelly'],
  open: ({ host, port }, { manners, secret }) => {
    const device = new Shelly((kind) => {
      const login = kind === null || secret === null ? null : { kind, user: 'admin', password: secret }
      return new HttpDevice({ ...manners, host, port, login })
    })
    return { read: () => device.read(), registers: null, close: () => device.close() }
  },
}
