import { useNow } from '../../kit/time/now.ts'
import { useFormat } from '../../kit/words/use-format.ts'

/** How long ago, apart, so that the clock of ages draws this alone. */
export function Age({ at }: { at: number }) {
  const format = useFormat()
  return <>{format.age(at, useNow())}</>
}
