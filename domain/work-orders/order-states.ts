export const orderTypes = ['alarm', 'repair', 'installation', 'inspection'] as const
export type OrderType = (typeof orderTypes)[number]

/** Worst first. */
export const orderPriorities = ['most_urgent', 'high', 'middle', 'low'] as const
export type OrderPriority = (typeof orderPriorities)[number]

/** `dispatching`: to be assigned. `receiving`: to be accepted. `pending`: accepted, not begun. `audit`: to be reviewed. */
export const orderStatuses = [
  'dispatching',
  'receiving',
  'pending',
  'in_progress',
  'audit',
  'completed',
  'invalid',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** What a list of orders can be sorted by. */
export const orderSorts = ['no', 'status', 'priority', 'station', 'handler', 'initiated', 'due'] as const
export type OrderSort = (typeof orderSorts)[number]

/** Records of an order that are no actions. */
export const orderNotes = ['alarm_ended', 'alarm_cleared', 'changed', 'comment'] as const
export type OrderNote = (typeof orderNotes)[number]

export const openStatuses = [
  'dispatching',
  'receiving',
  'pending',
  'in_progress',
  'audit',
] as const satisfies readonly OrderStatus[]

export const isOpen = (status: OrderStatus): boolean => openStatuses.some((one) => one === status)

/** 1 (most urgent) to 4 (low), as it is stored and sorted by. */
export const priorityNumber = (priority: OrderPriority): number => orderPriorities.indexOf(priority) + 1
export const priorityOf = (number: number): OrderPriority => orderPriorities[number - 1] ?? 'low'
