import { Building2, ClipboardList, KeyRound, MonitorSmartphone, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Allowed } from '../app/session/allowed.tsx'
import { signOut, useSession } from '../app/session/session.ts'
import type { Person } from '../app/session/user-info.ts'
import { RulesRow } from '../parts/alarms/rules-row.tsx'
import { pathTo } from '../paths.ts'
import { AlertDialog } from '../kit/alert-dialog.tsx'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { useFailureText } from '../app/failure/error-state.tsx'
import { Waiting } from '../app/failure/waiting.tsx'
import { Columns } from '../kit/columns.tsx'
import { Page } from '../kit/page.tsx'
import { Row, Rows } from '../kit/row.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { toast } from '../kit/toast.tsx'
import { AboutCard } from '../parts/mine/about-card.tsx'
import { AuditRow } from '../parts/mine/audit-row.tsx'
import { CompaniesSheet } from '../parts/mine/companies-sheet.tsx'
import { DisplayCard } from '../parts/mine/display-card.tsx'
import { FactorsRow } from '../parts/mine/factors-row.tsx'
import { MeCard } from '../parts/mine/me-card.tsx'
import { MessagesCard } from '../parts/mine/messages/messages-card.tsx'
import { OrderSettingsCard } from '../parts/mine/order-settings-card.tsx'
import { PasswordSheet } from '../parts/mine/password-sheet.tsx'
import { PeopleSheet } from '../parts/mine/people-sheet.tsx'
import { SessionsSheet } from '../parts/mine/sessions-sheet.tsx'
import { StaysText, SyncRow } from '../parts/mine/sync-row.tsx'
import { WallsRow } from '../parts/mine/walls-row.tsx'
import { usePageSearch } from '../app/shell/page-search.ts'
import { useWide } from '../app/shell/width.ts'
import { lazyPart } from '../kit/lazy-part.tsx'
import { HelpButton } from '../parts/help/help-button.tsx'

type Open = 'password' | 'sessions' | 'people' | 'companies' | null

/** On wide screens people stand beside whoever is chosen of them. */
const PeoplePage = lazyPart(
  async () => (await import('../parts/mine/people-panes.tsx')).PeoplePage,
  () => <SkeletonCard kind="rows" rows={6} />,
)
const PersonPage = lazyPart(
  async () => (await import('../parts/mine/people-panes.tsx')).PersonPage,
  () => <SkeletonCard kind="rows" rows={3} />,
)

export function MinePage() {
  const search = usePageSearch('mine-page')
  const wide = useWide()
  if (!wide || search.open !== 'people') return <Mine wide={wide} />
  return search.person === undefined ? (
    <PeoplePage />
  ) : (
    <PersonPage key={search.person} personId={search.person} />
  )
}

function Mine({ wide }: { wide: boolean }) {
  const t = useTranslations('mine')
  const session = useSession()
  const search = usePageSearch('mine-page')
  const [open, setOpen] = useState<Open>(
    search.open === 'people' || search.open === 'companies' ? search.open : null,
  )
  const close = (): void => setOpen(null)
  const person = session.data?.person
  return (
    <Page title={t('title')} spread onRefresh={session.refetch} actions={<HelpButton of="rights" />}>
      <Columns>
        <>
          {person ? (
            <MeCard person={person} />
          ) : (
            (session.error || !session.data) && (
              <Waiting of={session}>
                <SkeletonCard />
                <SkeletonCard kind="rows" rows={2} />
                <SkeletonCard kind="rows" />
              </Waiting>
            )
          )}
          {/* Who it is decides what else there is; until then nothing stands that would have to move. */}
          {(session.data || session.error) && <DisplayCard signedIn={Boolean(person)} />}
          {person && (
            <>
              <Allowed permission={['company:people:manage', 'company:company:create']}>
                <Card flush title={t('company')}>
                  <Rows>
                    <Allowed permission="company:people:manage">
                      <Row
                        icon={<Users size={20} aria-hidden />}
                        label={t('people')}
                        hint={t('peopleHint')}
                        {...(wide
                          ? { to: pathTo('mine-page', { open: 'people' }) }
                          : { onPress: () => setOpen('people') })}
                      />
                      <WallsRow />
                    </Allowed>
                    <Allowed permission="company:company:create">
                      <Row
                        icon={<Building2 size={20} aria-hidden />}
                        label={t('companies')}
                        hint={t('companiesHint')}
                        onPress={() => setOpen('companies')}
                      />
                    </Allowed>
                  </Rows>
                </Card>
              </Allowed>
              <MessagesCard inbox={search.open === 'messages'} />
            </>
          )}
        </>
        <>
          {person && (
            <>
              <Card flush title={t('work')}>
                <Rows>
                  <Row
                    icon={<ClipboardList size={20} aria-hidden />}
                    label={t('myOrders')}
                    to={pathTo('my-work-order')}
                  />
                  <FactorsRow />
                  <SyncRow person={person} />
                </Rows>
              </Card>
              <Allowed permission="company:settings:edit">
                <OrderSettingsCard />
                {person.company && (
                  <Card flush title={t('alarms')}>
                    <Rows>
                      <RulesRow of={{ companyId: person.company.id, name: person.company.name }} />
                    </Rows>
                  </Card>
                )}
              </Allowed>
              <Card flush title={t('security')}>
                <Rows>
                  <Row
                    icon={<KeyRound size={20} aria-hidden />}
                    label={t('password')}
                    onPress={() => setOpen('password')}
                  />
                  <Row
                    icon={<MonitorSmartphone size={20} aria-hidden />}
                    label={t('sessions')}
                    hint={t('sessionsHint')}
                    onPress={() => setOpen('sessions')}
                  />
                  <Allowed permission="company:audit:view">
                    <AuditRow />
                  </Allowed>
                </Rows>
              </Card>
            </>
          )}
          {(session.data || session.error) && <AboutCard signedIn={Boolean(person)} />}
          {person && <SignOut person={person} />}
        </>
      </Columns>
      <PasswordSheet open={open === 'password'} onClose={close} />
      <SessionsSheet open={open === 'sessions'} onClose={close} />
      <PeopleSheet open={open === 'people'} person={search.person} onClose={close} />
      <CompaniesSheet open={open === 'companies'} onClose={close} />
    </Page>
  )
}

function SignOut({ person }: { person: Person }) {
  const t = useTranslations('mine')
  const failure = useFailureText()
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const leave = (): void => {
    setBusy(true)
    signOut()
      .catch((error: unknown) => toast(failure(error), 'failed'))
      .finally(() => {
        setBusy(false)
        setAsked(false)
      })
  }
  return (
    <>
      <Card flush>
        <Button kind="dangerPlain" wide onClick={() => setAsked(true)}>
          {t('signOut')}
        </Button>
      </Card>
      <AlertDialog
        open={asked}
        title={t('signOutTitle')}
        text={<StaysText person={person} text={t('signOutText')} />}
        confirm={t('signOut')}
        danger
        busy={busy}
        onConfirm={leave}
        onCancel={() => setAsked(false)}
      />
    </>
  )
}
