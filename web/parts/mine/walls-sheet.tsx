import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { PERSON_NAME_MAX } from '#domain/accounts/limits.ts'
import { lookDays } from '#domain/accounts/look-links.ts'
import { typedText } from '../../app/acts/typed-text.ts'
import { useAct } from '../../app/acts/use-act.ts'
import type { Answer } from '../../app/data/call-types.ts'
import { useData } from '../../app/data/query.ts'
import { Waiting } from '../../app/failure/waiting.tsx'
import { lookHash } from '../../app/session/look-token.ts'
import { FormFailure } from '../../app/session/brand.tsx'
import { AlertDialog } from '../../kit/alert-dialog.tsx'
import { Button } from '../../kit/button.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { Dotted } from '../../kit/dotted.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Fields } from '../../kit/field.tsx'
import { base } from '../../kit/navigation/app-path.ts'
import { QrCode } from '../../kit/qr-code.tsx'
import { SelectField } from '../../kit/select-field.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { TextField } from '../../kit/text-field.tsx'
import { useNow } from '../../kit/time/now.ts'
import { toast } from '../../kit/toast.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { pathTo } from '../../paths.ts'
import styles from './mine.module.css'

type Link = Answer<'GET /api/look-links'>['links'][number]
type Days = (typeof lookDays)[number]

/** The token stands behind the `#`: browsers send that to no server and tell no other page of it. */
const addressOf = (token: string): string =>
  `${location.origin}${base}${pathTo('home', { wall: true })}${lookHash(token)}`

/** Links for screens on walls: what there is, a new one, and its address, once. */
export function WallsSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations('walls')
  const [making, setMaking] = useState(false)
  const [address, setAddress] = useState<string | null>(null)
  return (
    <Sheet open title={making ? t('make') : t('title')} onClose={onClose} size="full">
      {address !== null ? (
        <Once
          address={address}
          onDone={() => {
            setAddress(null)
            setMaking(false)
          }}
        />
      ) : making ? (
        <Make onMade={(token) => setAddress(addressOf(token))} />
      ) : (
        <Links onMake={() => setMaking(true)} />
      )}
    </Sheet>
  )
}

function Links({ onMake }: { onMake: () => void }) {
  const t = useTranslations('walls')
  const found = useData('GET /api/look-links', undefined, { staleTime: 0 })
  const [ending, setEnding] = useState<Link | null>(null)
  const act = useAct({ toasts: true })
  const end = async (): Promise<void> => {
    if (!ending) return
    if (await act.send('DELETE /api/look-links/{linkId}', { params: { linkId: ending.id } }))
      toast(t('revoked'))
    setEnding(null)
  }
  if (!found.data) return <Waiting of={found} inline />
  const { links, total } = found.data
  return (
    <div className={styles.form}>
      <div className={styles.top}>
        <p className={styles.note}>{t('text')}</p>
      </div>
      {links.length === 0 ? (
        <EmptyState inline title={t('none')} />
      ) : (
        <ul className={styles.list}>
          {links.map((link) => (
            <LinkRow key={link.id} link={link} onEnd={() => setEnding(link)} />
          ))}
        </ul>
      )}
      {total > links.length && <p className={styles.note}>{t('more', { count: total - links.length })}</p>}
      <div className={styles.act}>
        <Button wide onClick={onMake}>
          {t('make')}
        </Button>
      </div>
      <AlertDialog
        open={ending !== null}
        title={t('revokeTitle')}
        text={t('revokeText', { name: ending?.name ?? '' })}
        confirm={t('revoke')}
        danger
        busy={act.busy}
        onConfirm={() => void end()}
        onCancel={() => setEnding(null)}
      />
    </div>
  )
}

function LinkRow({ link, onEnd }: { link: Link; onEnd: () => void }) {
  const t = useTranslations('walls')
  const format = useFormat()
  const now = useNow()
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const { name, by, lastUsedAt, screens, expiresAt, dead } = link
  return (
    <li className={styles.entry}>
      <div className={styles.entryMain}>
        <p className={styles.entryName}>{name}</p>
        <p className={styles.note}>
          {dead ? (
            t('dead', { name: by.name })
          ) : (
            <Dotted
              parts={[
                lastUsedAt === null ? t('unused') : t('used', { age: format.age(lastUsedAt, now) }),
                screens > 0 && t('screens', { count: screens }),
                t('until', { day: format.instant(expiresAt, here) }),
                t('by', { name: by.name }),
              ]}
            />
          )}
        </p>
      </div>
      <Button kind="quiet" small aria-label={t('revokeThis', { name })} onClick={onEnd}>
        {t('revoke')}
      </Button>
    </li>
  )
}

function Make({ onMade }: { onMade: (token: string) => void }) {
  const t = useTranslations('walls')
  const accounts = useTranslations('accounts')
  const form = useAct({ fields: ['name'] })
  const [days, setDays] = useState<Days>('90')
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const name = typedText(new FormData(event.currentTarget), 'name')
    if (!name.trim()) return form.blame({ name: accounts('required') })
    const made = await form.send('POST /api/look-links', { body: { name, days } })
    if (!made) return
    toast(t('made'))
    onMade(made.token)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <Fields>
        <TextField
          label={t('name')}
          name="name"
          autoComplete="off"
          maxLength={PERSON_NAME_MAX}
          placeholder={t('nameHint')}
          error={form.wrong.name}
          onInput={() => form.clear('name')}
          data-first
        />
        <SelectField
          label={t('lasts')}
          options={lookDays.map((value) => ({ value, label: t('days', { count: Number(value) }) }))}
          value={days}
          onChange={setDays}
        />
      </Fields>
      <div className={styles.act}>
        <FormFailure text={form.failed} />
        <Button type="submit" wide busy={form.busy}>
          {t('create')}
        </Button>
      </div>
    </form>
  )
}

/** The address, while this sheet stands: nobody is told it again. */
function Once({ address, onDone }: { address: string; onDone: () => void }) {
  const t = useTranslations('walls')
  return (
    <div className={styles.form}>
      <div className={styles.top}>
        <p className={styles.note}>{t('once')}</p>
        <div className={styles.qr}>
          <QrCode text={address} label={t('qr')} />
        </div>
        <CopyButton text={address} what={t('link')} />
      </div>
      <div className={styles.act}>
        <Button wide kind="soft" onClick={onDone}>
          {t('done')}
        </Button>
      </div>
    </div>
  )
}
