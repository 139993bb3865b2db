import type { Scheme } from '../device-address.ts'
import { OpenDtu } from '../engine/hoymiles/read-opendtu.ts'
import { HttpDevice } from '../transports/http-device.ts'

/** The web interface of OpenDTU. The secret is the password of `admin`, where its reading is not open to everybody. */
export const opendtu: Scheme = {
  name: 'opendtu',
  example: 'opendtu://192.168.1.20',
  port: 80,
  path: null,
  settings: {},
  profiles: ['opendtu'],
  open: ({ host, port }, { manners, secret }) => {
    const login = secret === null ? null : ({ kind: 'basic', user: 'admin', password: secret } as const)
    const web = new HttpDevice({ ...manners, host, port, login })
    const dtu = new OpenDtu(web, () => Date.now())
    return { read: () => dtu.read(), registers: null, close: () => web.close() }
  },
}
