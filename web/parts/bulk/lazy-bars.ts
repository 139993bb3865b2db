import { lazyAside } from '../../kit/lazy.ts'
import { words } from '../../app/phrases/catalogues.ts'

export const LazyOrdersBar = lazyAside(async () => {
  const [file] = await Promise.all([import('./orders-bar.tsx'), words.need('bulk', 'order')])
  return file.OrdersBar
})

export const LazyStationsBar = lazyAside(async () => {
  const [file] = await Promise.all([import('./stations-bar.tsx'), words.need('bulk')])
  return file.StationsBar
})
