import { useClock } from '../../kit/time/now.ts'
import { useFormat } from '../../kit/words/use-format.ts'

/** How long ago: the clock of ages draws this alone, and when its words turn. */
export function Age({ at }: { at: number }) {
  const format = useFormat()
  return <>{useClock((now) => format.age(at, now))}</>
}
