import mqtt, { type MqttClient } from 'mqtt'
import { benchSecret, gatewaySn } from './seed.ts'

/** A gateway of a fleet that was seeded, at the built-in broker; `reconnectMs`: until it comes again by itself, 0 = never. */
export const openGateway = async (
  { port, fleet }: { port: number; fleet: string },
  gateway: number,
  reconnectMs: number,
): Promise<{ sn: string; client: MqttClient }> => {
  const sn = gatewaySn(fleet, gateway)
  const client = await mqtt.connectAsync({
    host: '127.0.0.1',
    port,
    protocolVersion: 4,
    clientId: sn,
    username: sn,
    password: benchSecret,
    keepalive: 300,
    reconnectPeriod: reconnectMs,
  })
  client.on('error', () => undefined)
  return { sn, client }
}
