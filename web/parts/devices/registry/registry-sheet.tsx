import { useTranslations } from 'use-intl'
import { useAllowed } from '../../../app/session/allowed.tsx'
import { NotAllowed } from '../../../app/session/rights/not-allowed.tsx'
import { usePerson } from '../../../app/session/session.ts'
import { Sheet } from '../../../kit/sheet.tsx'
import { useDesk } from './registry-desk.ts'
import { RegistryEntry } from './registry-entry.tsx'
import { RegistryResult } from './registry-result.tsx'

/** Gateways come into the factory registry from a table, for administrators. */
export function RegistrySheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations('registry')
  const person = usePerson()
  const may = useAllowed('system:registry:import')
  return (
    <Sheet open title={t('title')} onClose={onClose} size="full">
      {person && (may ? <Desk personId={person.id} /> : <NotAllowed needs="system:registry:import" />)}
    </Sheet>
  )
}

function Desk({ personId }: { personId: string }) {
  const [desk, change] = useDesk(personId)
  return desk.done ? (
    <RegistryResult done={desk.done} change={change} />
  ) : (
    <RegistryEntry text={desk.text} change={change} />
  )
}
