import { useData } from '../../app/data/query.ts'

/** While it searches, and until each device of its list has answered, a person waits; else live events tell. */
const soonMs = 2_000
const laterMs = 30_000

/** An edge with its list, asked for as often as somebody waits for it. */
export const useEdge = (gatewayId: string, enabled = true) => {
  const key = { params: { gatewayId } }
  const held = useData('GET /api/gateways/{gatewayId}/edge', key, { enabled: false })
  const edge = held.data
  const waits =
    edge?.discovery?.state === 'running' ||
    edge?.devices.some(({ link, refused }) => refused === null && (link === null || link.answered === 0)) ===
      true
  return useData('GET /api/gateways/{gatewayId}/edge', key, {
    enabled,
    refetchInterval: waits ? soonMs : laterMs,
  })
}
