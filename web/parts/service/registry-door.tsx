import { pathTo } from '../../paths.ts'
import { words } from '../../app/phrases/catalogues.ts'
import { navigate } from '../../kit/navigation/navigate.ts'
import { lateSheet } from '../../app/failure/late-sheet.tsx'

const RegistrySheet = lateSheet(async () => {
  const [file] = await Promise.all([import('../devices/registry/registry-sheet.tsx'), words.need('registry')])
  return file.RegistrySheet
})

/** The factory registry, over the page of tools; it comes when it is opened. */
export function RegistryDoor() {
  return <RegistrySheet onClose={() => navigate.back(pathTo('service-page'))} />
}
