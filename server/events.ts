/**
 * What happened to a station, told after the commit through `context.news`. The live hub turns it into events for
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
    }
