import { CircleAlert, CircleCheck, Copy, ScanLine, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { serialKey } from '#domain/devices/fields.ts'
import { readLabel } from '#domain/devices/read-label.ts'
import { Button } from '../../kit/button.tsx'
import { classes } from '../../kit/classes.ts'
import { Fields } from '../../kit/field.tsx'
import { LazyScanner } from '../../app/scanner/lazy-scanner.ts'
import { signal, type Verdict } from '../../kit/scanner/signals.ts'
import { useHandScanner } from '../../kit/scanner/use-hand-scanner.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { TextField } from '../../kit/text-field.tsx'
import type { ArrayStore } from './array-store.ts'
import type { Change, Hang, Site } from './site.ts'
import styles from './arrays.module.css'

/** Where the next scanned device goes; null when there is no room. */
export type NextPlace = { text: string; put: (deviceId: string) => Change[] } | null

type ScanSheetProps = {
  open: boolean
  store: ArrayStore
  site: Site
  next: (site: Site) => NextPlace
  /** Where a device is already, in the respect that is filled; null = free to be placed. */
  placed: (hang: Hang) => string | null
  onClose: () => void
}
type Line = { id: number; verdict: Verdict; text: string }
const shownLines = 6

/** Each serial that is scanned or typed puts its device into the next place. */
export function ScanSheet({ open, onClose, ...rest }: ScanSheetProps) {
  const t = useTranslations('arrays.scan')
  return (
    <Sheet open={open} onClose={onClose} title={t('title')}>
      <ScanToPlace {...rest} />
    </Sheet>
  )
}

function ScanToPlace({ store, site, next, placed }: Omit<ScanSheetProps, 'open' | 'onClose'>) {
  const t = useTranslations('arrays.scan')
  const [lines, setLines] = useState<readonly Line[]>([])
  const [count, setCount] = useState(0)
  const [typed, setTyped] = useState('')
  const [camera, setCamera] = useState(false)
  const say = (verdict: Verdict, text: string): Verdict => {
    setLines((before) => [{ id: (before[0]?.id ?? 0) + 1, verdict, text }, ...before].slice(0, shownLines))
    return verdict
  }
  const place = (sn: string): Verdict => {
    const now = store.site()
    const key = serialKey(sn)
    const member = now?.members.find((one) => serialKey(one.sn) === key)
    if (!now || !member) return say('wrong', t('unknown', { sn }))
    const there = placed(now.hang(member.id))
    if (there !== null) return say('repeat', t('repeat', { sn: member.sn, place: there }))
    const to = next(now)
    if (!to) return say('wrong', t('full'))
    store.act(to.put(member.id))
    setCount((before) => before + 1)
    return say('taken', t('placed', { sn: member.sn, place: to.text }))
  }
  const take = (text: string): Verdict => {
    const found = readLabel(text).filter(({ right }) => right)
    if (found.length === 0) return say('wrong', t('wrong', { text: text.trim().slice(0, 40) }))
    const verdicts = found.map(({ sn }) => place(sn))
    return verdicts.find((one) => one !== 'taken') ?? 'taken'
  }
  useHandScanner((text) => signal(take(text)))
  const coming = next(site)
  const log = (
    <>
      <p className={styles.next} role="status">
        {coming ? t('next', { place: coming.text }) : t('full')}
      </p>
      {lines.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <ul className={styles.log} aria-live="polite">
          {lines.map(({ id, verdict, text }) => (
            <li key={id} className={styles[verdict]}>
              {verdict === 'taken' ? (
                <CircleCheck size={16} aria-hidden />
              ) : verdict === 'repeat' ? (
                <Copy size={16} aria-hidden />
              ) : (
                <CircleAlert size={16} aria-hidden />
              )}
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
      <div className={classes(styles.barHead)}>
        <span className={styles.barText}>
          <span>{t('count', { count: String(count) })}</span>
        </span>
        <Button
          kind="quiet"
          small
          disabled={count === 0}
          icon={<Undo2 size={16} aria-hidden />}
          onClick={() => {
            store.undo()
            setCount(count - 1)
            setLines(lines.slice(1))
          }}
        >
          {t('undo')}
        </Button>
      </div>
    </>
  )
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() === '') return
          signal(take(typed))
          setTyped('')
        }}
      >
        <Fields>
          <TextField
            label={t('type')}
            help={t('typeHelp')}
            value={typed}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            onChange={(event) => setTyped(event.target.value)}
            end={
              <Button type="submit" kind="soft" small>
                {t('put')}
              </Button>
            }
          />
        </Fields>
      </form>
      <div className={styles.body}>
        <Button wide icon={<ScanLine size={18} aria-hidden />} onClick={() => setCamera(true)}>
          {t('camera')}
        </Button>
        {!camera && log}
      </div>
      {camera && (
        <LazyScanner open title={t('title')} onClose={() => setCamera(false)} onText={take}>
          <div className={styles.body}>{log}</div>
        </LazyScanner>
      )}
    </>
  )
}
