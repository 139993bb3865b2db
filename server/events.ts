/**
 * What happened to a station, told after the commit through `context.changeEvents`. The live hub turns it into events for
 * the people who may see them; nobody who tells needs to know who listens.
 */
export type ChangeEvent =
  /** Figures moved: readings arrived, energy was rolled up, something came or went. */
  | { type: 'figures'; stationId: string }
  /** One device: its newest reading, its state or a gateway's link. Figures move with it. */
  | { type: 'device'; stationId: string; deviceId: string }
  /** Fields or the list of devices changed, or who may see the station: fetch again. */
  | {
      type: 'changed'
      stationId: string
      what:
        | 'station'
        | 'devices'
        | 'energy'
        | 'array'
        | 'commands'
        | 'alarms'
        | 'orders'
        | 'messages'
        | 'upgrades'
        | 'edges'
    }

/** What one server asks of the server that gateways are connected to. */
export type GatewayErrand =
  /** A command waits for it (id or serial of the gateway). */
  | { type: 'queued'; gateway: string }
  /** Its upgrade may go on (id or serial). */
  | { type: 'due'; gateway: string; cameUp: boolean }
  /** Its login was changed or revoked (serial). */
  | { type: 'disconnect'; gateway: string }
  /**
   * What is wanted of it has changed (serial): that stands in the database. `reportS` is for servers of before there were
   * edges.
   */
  | { type: 'settings'; gateway: string; reportS: number }
