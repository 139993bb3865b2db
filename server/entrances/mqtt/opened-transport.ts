import type { DeviceAddress, GatewayLogins } from '../../context.ts'
import type { DeviceTransport } from '../../platform/broker/transport.ts'

export type OpenTransport = {
  transport: DeviceTransport
  address: DeviceAddress
  /** The built-in broker's port; null with another one. */
  mqttPort: number | null
  logins: GatewayLogins
  /** Whether gateways can be spoken to at all. */
  reachable: () => boolean
  /** To be done again and again: what a broken connection, or a lost word of another server, kept from the broker. */
  reconcile: (() => Promise<void>) | null
  /** How often. */
  reconcileMs: number
}
