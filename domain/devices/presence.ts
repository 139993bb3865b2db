/**
 * One connection of a gateway: `boot` is random at each start, `conn` counts within it. Order by clock is not
 * possible (clocks are wrong, a factory reset starts counting anew), so only equality and the count within one boot
 * say anything.
 */
export type GatewayConnection = { readonly boot: string; readonly conn: number }

/**
 * Whether a last will is about the connection in force. After a quick reconnect a broker may still deliver the will
 * of the connection before, or of the boot before: it says nothing about the present one.
 */
export const isCurrentWill = (current: GatewayConnection | null, will: GatewayConnection): boolean =>
  current !== null && will.boot === current.boot && will.conn === current.conn

/** Whether a birth opens a connection: any other boot does, within one boot only a count not seen before or the same. */
export const isCurrentBirth = (current: GatewayConnection | null, birth: GatewayConnection): boolean =>
  current === null || birth.boot !== current.boot || birth.conn >= current.conn
