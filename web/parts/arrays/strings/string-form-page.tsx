// A form of one page: its fields, what it refuses, and what two people changed stand together, longer than most files.
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../../app/session/brand.tsx'
import { ApiError } from '../../../app/data/api-error.ts'
import { useAct } from '../../../app/acts/use-act.ts'
import type { AppPath } from '../../../kit/navigation/app-path.ts'
import { pathTo } from '../../../paths.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { useWide } from '../../../app/shell/width.ts'
import { useSentence } from '../../../app/phrases/use-sentence.ts'
import { navigate } from '../../../kit/navigation/navigate.ts'
import { Button } from '../../../kit/button.tsx'
import { Card } from '../../../kit/card.tsx'
import { Columns } from '../../../kit/columns.tsx'
import { FieldPair, Fields } from '../../../kit/field.tsx'
import { NumberField } from '../../../kit/number-field.tsx'
import { Page } from '../../../kit/page.tsx'
import { Row, Rows } from '../../../kit/row.tsx'
import { SelectField } from '../../../kit/select-field.tsx'
import { TextField } from '../../../kit/text-field.tsx'
import { toast } from '../../../kit/toast.tsx'
import { Form } from '../../../kit/form.tsx'
import type { Site, StringRow } from '../site.ts'
import { TheirsNote, theirsIn, type Theirs } from '../theirs-note.tsx'
import type { ArrayUse } from '../use-array.ts'
import { PresentStrings } from './present-strings.tsx'
import { MembersSheet } from './members-sheet.tsx'
import {
  freeNo,
  memberChanges,
  mostOf,
  newStringBody,
  stringBody,
  stringErrors,
  type StringDraft,
  type StringField,
} from './string-values.ts'
import styles from './strings.module.css'
import { HelpButton } from '../../help/help-button.tsx'

type FormProps = {
  title: string
  back: AppPath
  stationId: string
  array: ArrayUse & { site: Site }
  start: StringDraft
  restored: boolean
  keep: (draft: StringDraft) => void
  flush: () => Promise<void>
  drop: () => Promise<void>
  onDiscard: () => void
}

/** Words of the fields that two people may have changed. */
const labels = { mpptNo: 'mppt', no: 'no', name: 'name', capacityW: 'capacity' } as const

const fields = ['inverterId', 'mpptNo', 'no', 'name', 'capacityW'] as const satisfies StringField[]

export function StringFormPage({
  title,
  back,
  stationId,
  array,
  start,
  restored,
  keep,
  flush,
  drop,
  onDiscard,
}: FormProps) {
  const t = useTranslations('arrays.form')
  const format = useFormat()
  const sentence = useSentence()
  const wide = useWide()
  const { site, inverters, store } = array
  const [draft, setDraft] = useState(start)
  const [left, setLeft] = useState<ReadonlySet<StringField>>(new Set())
  const [tried, setTried] = useState(false)
  const [theirs, setTheirs] = useState<Theirs<StringRow> | null>(null)
  const [choosing, setChoosing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { values } = draft
  // Only what was found by itself may go on without one.
  const needsCapacity =
    draft.version === null || site.strings.some(({ id, capacityW }) => id === draft.id && capacityW !== null)
  const errors = stringErrors(values, needsCapacity)
  const note = (next: Partial<StringDraft>): void => {
    const changed = { ...draft, ...next }
    setDraft(changed)
    keep(changed)
  }
  const act = useAct({
    fields,
    fresh: true,
    attempt: {
      present: () => draft.attempt,
      keep: (attempt) => note({ attempt }),
    },
    refused: (error) => {
      const current = error instanceof ApiError && error.code === 'version_stale' ? error.current : null
      const now = theirsIn<StringRow>(current, 'string')
      if (!now) return undefined
      setTheirs(now)
      note({ version: now.row.version })
      return true
    },
  })
  const change = (next: Partial<StringDraft['values']>): void => {
    act.blame({})
    note({ values: { ...values, ...next } })
  }
  const leave = (field: StringField) => () => setLeft(new Set([...left, field]))
  const errorOf = (field: StringField): string | undefined => {
    if (act.wrong[field]) return act.wrong[field]
    const code = errors[field]
    const shown =
      tried || left.has(field) || (code !== 'required' && values[field] !== null && field !== 'name')
    if (code === undefined || !shown) return undefined
    return code === 'whole'
      ? t('whole', { most: String(mostOf[field === 'no' ? 'no' : 'mpptNo']) })
      : sentence(code)
  }
  const shown = (field: keyof typeof labels, value: string | number | null): string =>
    typeof value !== 'number'
      ? (value ?? '')
      : field === 'capacityW'
        ? `${format.number(value, 2)} W`
        : String(value)
  const rated = values.members.reduce((sum, id) => sum + (site.hang(id).moduleW ?? Number.NaN), 0)

  const save = async (): Promise<void> => {
    setTried(true)
    if (Object.keys(errors).length > 0) {
      window.setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    const saved =
      draft.version === null
        ? await act.send('POST /api/stations/{stationId}/strings', {
            params: { stationId },
            body: newStringBody(draft),
          })
        : await act.send('PUT /api/strings/{stringId}', {
            params: { stringId: draft.id },
            body: stringBody(values),
            ifMatch: draft.version,
          })
    if (!saved) return
    store.act(memberChanges(site, draft.id, values.members))
    await drop()
    toast(t(draft.version === null ? 'created' : 'saved'))
    navigate.back(back)
  }
  const foot = (
    <div className={styles.foot}>
      <FormFailure text={act.failed} />
      <Button type="submit" wide busy={act.busy}>
        {t('save')}
      </Button>
    </div>
  )
  const beside = wide && site.strings.length > 0
  return (
    <Form onSend={save} ref={form}>
      <Page
        title={title}
        back={back}
        spread={beside}
        actions={<HelpButton of="layout" />}
        {...(!beside && { footer: foot })}
      >
        {restored && (
          <div className={styles.note}>
            {t('draft')}
            <Button kind="plain" small onClick={onDiscard}>
              {t('discard')}
            </Button>
          </div>
        )}
        {theirs && (
          <TheirsNote
            by={theirs.by}
            at={theirs.at}
            fields={(['mpptNo', 'no', 'name', 'capacityW'] as const).flatMap((field) => {
              const [mine, other] = [values[field], theirs.row[field]]
              return mine === other
                ? []
                : [{ label: t(labels[field]), mine: shown(field, mine), theirs: shown(field, other) }]
            })}
            onTake={() => {
              const { mpptNo, no, name, capacityW } = theirs.row
              change({ mpptNo, no, name, capacityW })
              setTheirs(null)
            }}
          />
        )}
        <Columns>
          <>
            <Card flush>
              <Fields>
                <SelectField
                  label={t('inverter')}
                  options={inverters.map(({ id, name, sn, model }) => ({
                    value: id,
                    label: name || sn,
                    hint: [name ? sn : '', model].filter(Boolean).join(' · '),
                  }))}
                  value={values.inverterId}
                  disabled={draft.version !== null}
                  error={errorOf('inverterId')}
                  onChange={(inverterId) =>
                    change({
                      inverterId,
                      // A number that was proposed is proposed anew, one that was typed stays.
                      ...(values.no === null || values.no === freeNo(site.strings, values.inverterId)
                        ? { no: freeNo(site.strings, inverterId) }
                        : {}),
                    })
                  }
                />
                <FieldPair>
                  <NumberField
                    label={t('mppt')}
                    optional
                    decimals={false}
                    placeholder={`1 – ${mostOf.mpptNo}`}
                    value={values.mpptNo}
                    error={errorOf('mpptNo')}
                    onBlur={leave('mpptNo')}
                    onChange={(mpptNo) => change({ mpptNo })}
                  />
                  <NumberField
                    label={t('no')}
                    help={t('noHelp')}
                    decimals={false}
                    placeholder={`1 – ${mostOf.no}`}
                    value={values.no}
                    error={errorOf('no')}
                    onBlur={leave('no')}
                    onChange={(no) => change({ no })}
                  />
                </FieldPair>
                <FieldPair>
                  <TextField
                    label={t('name')}
                    optional
                    placeholder={t('namePlaceholder')}
                    autoComplete="off"
                    value={values.name}
                    error={errorOf('name')}
                    onBlur={leave('name')}
                    onChange={(event) => change({ name: event.target.value })}
                  />
                  <NumberField
                    label={t('capacity')}
                    help={t(
                      draft.version !== null && values.capacityW === null ? 'capacityFound' : 'capacityHelp',
                    )}
                    optional={!needsCapacity}
                    unit="W"
                    placeholder="0.00"
                    value={values.capacityW}
                    error={errorOf('capacityW')}
                    onBlur={leave('capacityW')}
                    onChange={(capacityW) => change({ capacityW })}
                  />
                </FieldPair>
              </Fields>
              {rated > 0 && rated !== values.capacityW && (
                <div className={styles.suggest}>
                  <Button kind="plain" small onClick={() => change({ capacityW: rated })}>
                    {t('suggest', { value: `${format.number(rated, 2)} W` })}
                  </Button>
                </div>
              )}
            </Card>
            <Card flush>
              <Rows>
                <Row
                  label={t('members')}
                  value={values.members.length === 0 ? t('noMembers') : format.number(values.members.length)}
                  onPress={() => setChoosing(true)}
                />
                {draft.version !== null && (
                  <Row
                    label={t('showInLayout')}
                    to={pathTo('device-topology', { stationId, stringId: draft.id })}
                  />
                )}
              </Rows>
            </Card>
            {beside && foot}
          </>
          <>
            {beside && <PresentStrings stationId={stationId} array={array} inverterId={values.inverterId} />}
          </>
        </Columns>
        <MembersSheet
          open={choosing}
          site={site}
          stringId={draft.id}
          chosen={values.members}
          onDone={(members) => {
            change({ members })
            // What was picked with care is kept at once, not after a rest.
            void flush()
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      </Page>
    </Form>
  )
}
