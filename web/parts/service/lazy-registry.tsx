import { pathTo } from '../../paths.ts'
import { words } from '../../app/phrases/catalogues.ts'
import { navigate } from '../../kit/navigation/navigate.ts'
import { lazySheet } from '../../app/failure/lazy-sheet.tsx'

const RegistrySheet = lazySheet(async () => {
  const [file] = await Promise.all([import('../devices/registry/registry-sheet.tsx'), words.need('registry')])
  return file.RegistrySheet
})

/** The factory registry, over the page of tools; it comes when it is opened. */
export function LazyRegistry() {
  return <RegistrySheet onClose={() => navigate.back(pathTo('service-page'))} />
}
