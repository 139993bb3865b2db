import type { Scheme } from '../device-address.ts'
import { EnphaseGateway } from '../engine/enphase/read-enphase.ts'
import { HttpDevice } from '../transports/http-device.ts'

const [TLS_PORT, PLAIN_PORT] = [443, 80]

/** Gateways of Enphase in their own network: by TLS where they speak it. The secret is the token of newer firmware. */
export const enphase: Scheme = {
  name: 'enphase',
  example: 'enphase://192.168.1.20',
  port: TLS_PORT,
  path: null,
  settings: {},
  profiles: ['enphase'],
  open: ({ host, port }, { manners, secret }) => {
    const gateway = new EnphaseGateway(
      ({ isSecure, login }) =>
        new HttpDevice({
          ...manners,
          host,
          port: !isSecure && port === TLS_PORT ? PLAIN_PORT : port,
          secure: isSecure,
          login,
        }),
      secret,
    )
    return { read: () => gateway.read(), registers: null, close: () => gateway.close() }
  },
}
