import type { Installation } from '#server/main.ts'
import { eventually } from '../device-transport.ts'

const health = async ({ url }: Installation): Promise<{ status: number; impaired: string[] }> => {
  const answer = await fetch(`${url}/api/health`)
  const { impaired = [] } = (await answer.json()) as { impaired?: string[] }
  return { status: answer.status, impaired }
}

/** Waits until the server can speak to its broker; at once with the built-in one. */
export const connected = async (installation: Installation): Promise<void> => {
  await eventually(async () => (await health(installation)).impaired.length === 0)
}

/** Waits until the server has noticed that its broker is away. */
export const cutOff = async (installation: Installation): Promise<void> => {
  await eventually(async () => (await health(installation)).impaired.includes('mqtt'))
}

/** Waits until that many telemetry messages have come in all, and nothing is on its way into the database. */
export const taken = async ({ context, transport }: Installation, messages: number): Promise<void> => {
  const received = context.metrics.getSingleMetric('sunkeeper_mqtt_received_total')
  await eventually(async () => {
    const { values } = (await received?.get()) ?? { values: [] }
    const telemetry = values.find(({ labels }) => labels['channel'] === 'tele')?.value ?? 0
    return telemetry >= messages && (await transport.stats()).inFlight === 0
  })
}
