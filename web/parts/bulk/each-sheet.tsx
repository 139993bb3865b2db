import { CircleCheck, CircleSlash } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { notAllowedHere } from '#domain/accounts/permission-names.ts'
import type { Answer } from '../../app/data/call-types.ts'
import { useFailureText } from '../../app/failure/error-state.tsx'
import { useSentence } from '../../app/phrases/use-sentence.ts'
import { FormFailure } from '../../app/session/brand.tsx'
import { Button } from '../../kit/button.tsx'
import { Form } from '../../kit/form.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { Windowed } from '../../kit/windowed.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import styles from './bulk.module.css'

type Results = Answer<'POST /api/favourites'>
type Result = Results['results'][number]
type Refused = NonNullable<Result['refused']>

export type Named = { what: string; where: string }

type EachSheetProps = {
  title: string
  names: ReadonlyMap<string, Named>
  /** Asks what would come of it, again for another `key`; null: something is not chosen yet. */
  preview: { key: string; ask: () => Promise<Results> } | null
  send: () => Promise<Results | null>
  /** Takes it back of those it was done to; null: what is done cannot honestly be undone. */
  undo: ((ids: string[]) => Promise<Results | null>) | null
  busy: boolean
  failed: string | undefined
  words: {
    act: string
    will: (count: number) => string
    done: (count: number) => string
    undone: (count: number) => string
    /** Of those that were so before. */
    before: (count: number) => string
  }
  /** Another sentence than that of the code. */
  whyOf?: (refused: Refused) => string | undefined
  onClose: () => void
  onDone: () => void
  /** What has to be chosen first. */
  children?: ReactNode
}

/** One act on many: what it would do and what not, then what came of each, and the way back where there is one. */
export function EachSheet(props: EachSheetProps) {
  const { title, preview, send, undo, busy, failed, words, onClose, onDone, children } = props
  const t = useTranslations('bulk')
  const ahead = usePreview(preview)
  const [done, setDone] = useState<Result[] | null>(null)
  const [undone, setUndone] = useState<Result[] | null>(null)
  const changed = changedIn(done ?? [])
  const carryOut = async (): Promise<void> => {
    const answer = await send()
    if (answer) setDone(answer.results)
  }
  const takeBack = async (): Promise<void> => {
    const answer = await undo?.(changed)
    if (answer) setUndone(answer.results)
  }
  if (done)
    return (
      <Sheet open onClose={onDone} title={title}>
        <div className={styles.sheet}>
          <p role="status" className={`${styles.inset} ${styles.sum}`}>
            {undone ? words.undone(changedIn(undone).length) : words.done(actedIn(done).length)}
          </p>
          <Outcome of={undone ?? done} {...props} />
          <div className={styles.inset}>
            <FormFailure text={failed} />
            {undo && !undone && changed.length > 0 && (
              <Button kind="quiet" wide busy={busy} onClick={() => void takeBack()}>
                {t('undo', { count: changed.length })}
              </Button>
            )}
            <Button wide onClick={onDone}>
              {t('close')}
            </Button>
          </div>
        </div>
      </Sheet>
    )
  const count = ahead.results ? actedIn(ahead.results).length : 0
  const before = ahead.results?.filter((one) => one.before && one.refused === null).length ?? 0
  return (
    <Sheet open onClose={onClose} title={title}>
      <Form onSend={carryOut} className={styles.sheet}>
        {children}
        {preview && (
          <div className={styles.inset} role="status">
            {ahead.results ? (
              <>
                <p className={styles.sum}>{words.will(count)}</p>
                {before > 0 && <p className={styles.note}>{words.before(before)}</p>}
              </>
            ) : (
              ahead.error === undefined && <SkeletonCard kind="rows" rows={1} />
            )}
          </div>
        )}
        {preview && ahead.results && <Outcome of={ahead.results} {...props} />}
        <div className={styles.inset}>
          <FormFailure text={failed ?? ahead.error} />
          <Button type="submit" wide busy={busy} disabled={count === 0}>
            {words.act}
          </Button>
        </div>
      </Form>
    </Sheet>
  )
}

/** Those that it was, or would be, done to. */
const actedIn = (results: readonly Result[]): string[] =>
  results.flatMap(({ id, refused }) => (refused === null ? [id] : []))
const changedIn = (results: readonly Result[]): string[] =>
  results.flatMap(({ id, refused, before }) => (refused === null && !before ? [id] : []))

const usePreview = (preview: EachSheetProps['preview']) => {
  const failureText = useFailureText()
  const [told, setTold] = useState<{ key: string; results?: Result[]; error?: string } | null>(null)
  const key = preview?.key ?? null
  const ask = useEffectEvent(() => preview?.ask())
  const say = useEffectEvent(failureText)
  useEffect(() => {
    if (key === null) return undefined
    let wanted = true
    const look = async (): Promise<void> => {
      try {
        const answer = await ask()
        if (wanted && answer) setTold({ key, results: answer.results })
      } catch (error) {
        if (wanted) setTold({ key, error: say(error) })
      }
    }
    void look()
    return () => {
      wanted = false
    }
  }, [key])
  return told?.key === key
    ? { results: told?.results, error: told?.error }
    : { results: undefined, error: undefined }
}

type Listing = Pick<EachSheetProps, 'names' | 'whyOf'> & { of: readonly Result[] }

const useWhy = (whyOf: EachSheetProps['whyOf']): ((refused: Refused) => string) => {
  const sentence = useSentence()
  const { language } = useFormat()
  return (refused) =>
    whyOf?.(refused) ??
    (refused.why ? notAllowedHere(refused.why, language) : undefined) ??
    sentence(refused.code) ??
    ''
}

/** A line each: whether it is done to it, and what there is to say of that. */
function Lines({ of, names, whyOf }: Listing) {
  const t = useTranslations('bulk')
  const why = useWhy(whyOf)
  return (
    <ul className={styles.list}>
      <Windowed items={of} as="li" rowHeight={62}>
        {(piece) =>
          piece.map(({ id, refused, before }) => (
            <li key={id}>
              {refused ? (
                <CircleSlash size={18} className={styles.not} aria-hidden />
              ) : (
                <CircleCheck size={18} className={styles.yes} aria-hidden />
              )}
              <Name of={names.get(id)} why={refused ? why(refused) : before ? t('before') : null} />
            </li>
          ))
        }
      </Windowed>
    </ul>
  )
}

/** Each with what comes of it: what is refused in sight, the rest when it is asked for. */
function Outcome({ of, names, whyOf }: Listing) {
  const t = useTranslations('bulk')
  const acted = of.filter(({ refused }) => refused === null)
  const refused = of.filter((one) => one.refused !== null)
  const given = { names, ...(whyOf && { whyOf }) }
  return (
    <>
      {acted.length > 0 && (
        <details className={styles.rest}>
          <summary>{t('which')}</summary>
          <Lines of={acted} {...given} />
        </details>
      )}
      {refused.length > 0 && (
        <section>
          <h3 className={styles.title}>{t('not', { count: refused.length })}</h3>
          <Lines of={refused} {...given} />
        </section>
      )}
    </>
  )
}

function Name({ of, why }: { of: Named | undefined; why: string | null }) {
  return (
    <span className={styles.what}>
      {of?.what}
      {of?.where && <span className={styles.why}>{of.where}</span>}
      {why && <span className={styles.why}>{why}</span>}
    </span>
  )
}
