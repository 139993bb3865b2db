import type { order as words } from '../../../app/phrases/en/order.ts'
import type { OpenAction, Order } from '../use-orders.ts'
import type { Taken } from './take-action.ts'

/** What every sheet of an action is given. */
export type ActSheetProps = {
  order: Order
  action: OpenAction
  onClose: () => void
  onDone: (action: OpenAction, taken: Taken) => void
}

type ActWord = keyof typeof words.order.act
const isActWord = (name: string): name is ActWord => name !== 'initiate'

/** The word of a button. Only what a person asks for has one; the others never stand among open actions. */
export const actWord = ({ name }: OpenAction): ActWord => (isActWord(name) ? name : 'complete')
