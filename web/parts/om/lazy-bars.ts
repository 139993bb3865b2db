import { lazyAside } from '../../kit/lazy.ts'
import { words } from '../../app/phrases/catalogues.ts'

/** On a wide screen: alarms of any stations. */
export const LazyAlarmsBar = lazyAside(async () => {
  const [file] = await Promise.all([import('./alarms-bar.tsx'), words.need('bulk')])
  return file.AlarmsBar
})

/** On a phone: alarms of one station. */
export const LazyChosenBar = lazyAside(async () => (await import('./chosen-bar.tsx')).ChosenBar)
