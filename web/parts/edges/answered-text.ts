import type { useFormat } from '../../kit/words/use-format.ts'
import { answeredShare } from './device-rows.ts'
import type { Link } from './edge-view.ts'

/** Answered of asked, per cent with one decimal and never rounded up: 100 % is all. A dash before anything was asked. */
export const answeredText = (
  link: Pick<Link, 'asked' | 'answered'>,
  format: ReturnType<typeof useFormat>,
): string => {
  const share = answeredShare(link)
  return share === null ? '–' : `${format.number(Math.floor(share * 1000) / 10, 1)}%`
}
