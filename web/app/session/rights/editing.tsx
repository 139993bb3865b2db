import type { ReactNode } from 'react'
import { shownByPermission } from '#domain/accounts/permissions.ts'
import { changesStation, neededFor, type EditingRoute } from '../editing-rights.ts'
import type { AppPath } from '../../../kit/navigation/app-path.ts'
import { Waiting } from '../../failure/waiting.tsx'
import { Page } from '../../../kit/page.tsx'
import { SkeletonCard } from '../../../kit/skeleton.tsx'
import { isLookOnly } from '../allowed.tsx'
import { useSession } from '../session.ts'
import type { Person } from '../user-info.ts'
import { NotAllowed } from './not-allowed.tsx'

type EditingProps = {
  route: EditingRoute
  search: Parameters<typeof neededFor>[1]
  title: string
  /** Where the arrow leads as long as there is no form. */
  back: AppPath
  children: (person: Person) => ReactNode
}

/** A page that changes something: its form for whoever may, and for everybody else at once that they may not. */
export function Editing({ route, search, title, back, children }: EditingProps) {
  const session = useSession()
  const person = session.data?.person
  const needs = neededFor(route, search)
  const [need] = needs
  const at = changesStation(route, search)
  const lookOnly = at !== undefined && isLookOnly(person ?? null, at)
  if (person && (need === undefined || (shownByPermission(person.permissions, needs) && !lookOnly)))
    return children(person)
  return (
    <Page title={title} back={back}>
      {person && need ? (
        <NotAllowed
          needs={needs.at(-1) ?? need}
          lookOnly={lookOnly && shownByPermission(person.permissions, needs)}
        />
      ) : (
        <Waiting of={{ error: !session.data && session.error, refetch: session.refetch }}>
          <SkeletonCard kind="rows" rows={2} />
          <SkeletonCard kind="rows" rows={5} />
        </Waiting>
      )}
    </Page>
  )
}
