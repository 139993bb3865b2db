import { words } from '../../app/phrases/catalogues.ts'
import type { Order } from './use-orders.ts'

/** What an order is called in the language in use, for what is kept of it. */
export const orderNameNow = ({ name, names }: Pick<Order, 'name' | 'names'>): string =>
  // An older answer that this phone has kept knows no names.
  (names ?? null)?.[words.language()] ?? name
