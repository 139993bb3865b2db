import type { Answer } from '../../app/data/call-types.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { mayGrant } from '#domain/accounts/granting.ts'
import type { AccountRole } from '#domain/accounts/permissions.ts'
import { FormFailure } from '../../app/session/brand.tsx'
import { usePerson } from '../../app/session/session.ts'
import { ApiError } from '../../app/data/api-error.ts'
import { AlertDialog } from '../../kit/alert-dialog.tsx'
import { Button } from '../../kit/button.tsx'
import { Fields } from '../../kit/field.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { SelectField } from '../../kit/select-field.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { toast } from '../../kit/toast.tsx'
import { NewPassword } from './new-password.tsx'
import { useOfferedRoles } from './offered-roles.ts'
import { useAct } from '../../app/acts/use-act.ts'
import styles from './mine.module.css'

export type Account = Answer<'GET /api/accounts'>['accounts'][number]

/** Role of a person and whether the account is open; undefined closes. */
export function PersonSheet({ account, onClose }: { account: Account | undefined; onClose: () => void }) {
  const [last, setLast] = useState(account)
  if (account && account !== last) setLast(account)
  return (
    <Sheet open={account !== undefined} title={last?.name ?? ''} onClose={onClose}>
      {last && <PersonForm key={last.id} account={last} />}
    </Sheet>
  )
}

export function PersonForm({ account }: { account: Account }) {
  const t = useTranslations('people')
  const mine = useTranslations('mine')
  const me = usePerson()
  const roles = useOfferedRoles()
  const [asked, setAsked] = useState(false)
  const [role, setRole] = useState<AccountRole | null>(null)
  const held = me?.permissions ?? []
  const self = account.id === me?.id
  const mayChange = !self && mayGrant(held, account.role, account.extraPermissions)
  const disabled = account.disabledAt !== null

  const form = useAct({
    fields: ['role'],
    fresh: true,
    refused: (error) =>
      error instanceof ApiError && error.code === 'version_stale' ? t('changedMeanwhile') : undefined,
  })
  const change = async (body: { role?: AccountRole; disabled?: boolean }): Promise<void> => {
    const input = { params: { accountId: account.id }, body, ifMatch: account.version }
    const saved = await form.send('PUT /api/accounts/{accountId}', input)
    setAsked(false)
    setRole(null)
    if (saved) toast(t('saved'))
  }

  return (
    <div className={styles.form}>
      <Rows>
        <Row label={mine('account')} value={account.account} />
        <Row label={t('company')} value={account.company?.name ?? t('noCompany')} />
        {account.extraPermissions.length > 0 && (
          <Row label={t('more')} value={account.extraPermissions.join(', ')} />
        )}
        {!mayChange && <Row label={t('role')} value={mine(`role.${account.role ?? 'none'}`)} />}
      </Rows>
      {mayChange && (
        <Fields>
          <SelectField
            label={t('role')}
            options={roles}
            value={account.role}
            error={form.wrong.role}
            onChange={(role) => {
              if (role !== account.role) setRole(role)
            }}
            disabled={form.busy}
          />
        </Fields>
      )}
      <div className={styles.act}>
        <FormFailure text={form.failed} />
        {self && <p className={styles.note}>{t('self')}</p>}
        {mayChange && !disabled && <NewPassword account={account} />}
        {mayChange &&
          (disabled ? (
            <Button kind="soft" wide busy={form.busy} onClick={() => void change({ disabled: false })}>
              {t('enable')}
            </Button>
          ) : (
            <Button kind="dangerPlain" wide busy={form.busy} onClick={() => setAsked(true)}>
              {t('disable')}
            </Button>
          ))}
      </div>
      <AlertDialog
        open={role !== null}
        title={t('roleTitle', { name: account.name, role: mine(`role.${role ?? 'none'}`) })}
        text={t('roleText')}
        confirm={t('roleChange')}
        busy={form.busy}
        onConfirm={() => {
          if (role) void change({ role })
        }}
        onCancel={() => setRole(null)}
      />
      <AlertDialog
        open={asked}
        title={t('disableTitle', { name: account.name })}
        text={t('disableText')}
        confirm={t('disable')}
        danger
        busy={form.busy}
        onConfirm={() => void change({ disabled: true })}
        onCancel={() => setAsked(false)}
      />
    </div>
  )
}
