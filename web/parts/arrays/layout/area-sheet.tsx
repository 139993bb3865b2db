import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { areaInput } from '#domain/devices/array.ts'
import { ApiError } from '../../../app/data/api-error.ts'
import { useAct } from '../../../app/acts/use-act.ts'
import { newId } from '../../../kit/new-id.ts'
import { useSentence } from '../../../app/phrases/use-sentence.ts'
import { AlertDialog } from '../../../kit/alert-dialog.tsx'
import { Button } from '../../../kit/button.tsx'
import { FieldError, Fields } from '../../../kit/field.tsx'
import { NumberField } from '../../../kit/number-field.tsx'
import { Segmented } from '../../../kit/segmented.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { TextField } from '../../../kit/text-field.tsx'
import { toast } from '../../../kit/toast.tsx'
import { Form } from '../../../kit/form.tsx'
import type { AreaRow, Site } from '../site.ts'
import { TheirsNote, theirsIn, type Theirs } from '../theirs-note.tsx'
import styles from '../arrays.module.css'

type AreaSheetProps = {
  open: boolean
  stationId: string
  site: Site
  /** Null: a new one. */
  area: AreaRow | null
  onSaved: (areaId: string) => void
  onDeleted: () => void
  onClose: () => void
}

/** A field of modules: how many rows and columns, and how it lies to the sun. */
export function AreaSheet({ open, onClose, ...rest }: AreaSheetProps) {
  const t = useTranslations('arrays.area')
  return (
    <Sheet open={open} onClose={onClose} title={t(rest.area ? 'edit' : 'add')}>
      <AreaForm {...rest} />
    </Sheet>
  )
}

type Field = 'name' | 'rows' | 'cols' | 'tiltDeg' | 'azimuthDeg'
type AreaValues = Omit<Pick<AreaRow, Field | 'portrait'>, 'rows' | 'cols'> & {
  rows: number | null
  cols: number | null
}
/** What two people may have changed, and its words. */
const words = {
  name: 'name',
  rows: 'rows',
  cols: 'cols',
  portrait: 'orientation',
  tiltDeg: 'tilt',
  azimuthDeg: 'azimuth',
} as const
const changeable = ['name', 'rows', 'cols', 'portrait', 'tiltDeg', 'azimuthDeg'] as const

const usual = { rows: 3, cols: 10, portrait: true, tiltDeg: null, azimuthDeg: null }
/** Areas lie below each other on the plan until somebody says otherwise. */
const nextCorner = (areas: readonly AreaRow[]): number =>
  Math.min(10_000, Math.ceil(Math.max(0, ...areas.map(({ y, rows }) => y + rows * 2 + 2))))

function AreaForm({ stationId, site, area, onSaved, onDeleted }: Omit<AreaSheetProps, 'open' | 'onClose'>) {
  const t = useTranslations('arrays.area')
  const sentence = useSentence()
  const [values, setValues] = useState<AreaValues>(
    () => area ?? { ...usual, name: t('default', { no: String(site.areas.length + 1) }) },
  )
  const [id] = useState(() => area?.id ?? newId())
  const [version, setVersion] = useState(area?.version ?? null)
  const [tried, setTried] = useState(false)
  const [theirs, setTheirs] = useState<Theirs<AreaRow> | null>(null)
  const [asking, setAsking] = useState(false)
  const act = useAct({
    fresh: true,
    refused: (error) => {
      const current = error instanceof ApiError && error.code === 'version_stale' ? error.current : null
      const now = theirsIn<AreaRow>(current, 'area')
      if (!now) return undefined
      setVersion(now.row.version)
      setTheirs(now)
      return true
    },
  })
  const corner = area ? { x: area.x, y: area.y } : { x: 0, y: nextCorner(site.areas) }
  const body = {
    ...corner,
    name: values.name.trim(),
    rows: values.rows ?? Number.NaN,
    cols: values.cols ?? Number.NaN,
    portrait: values.portrait,
    tiltDeg: values.tiltDeg,
    azimuthDeg: values.azimuthDeg,
  }
  const problems = new Map<Field, string>()
  for (const { path, message } of areaInput.safeParse(body).error?.issues ?? []) {
    const field = path[0] as Field
    problems.set(
      field,
      field === 'rows' || field === 'cols'
        ? t('side')
        : field === 'tiltDeg'
          ? (sentence('tilt_range') ?? message)
          : field === 'azimuthDeg'
            ? (sentence('azimuth_range') ?? message)
            : (sentence(message) ?? t('nameNeeded')),
    )
  }
  if (body.name === '') problems.set('name', t('nameNeeded'))
  const errorOf = (field: Field): string | undefined =>
    tried || (values[field] !== null && field !== 'name') ? problems.get(field) : undefined
  const inside = area ? site.inArea(area.id) : []
  const beyond = inside.filter(({ id: deviceId }) => {
    const { row, col } = site.hang(deviceId)
    return (row ?? 0) > body.rows || (col ?? 0) > body.cols
  })
  const save = async (): Promise<void> => {
    setTried(true)
    if (problems.size > 0) return
    const saved =
      version === null
        ? await act.send('POST /api/stations/{stationId}/areas', {
            params: { stationId },
            body: { id, ...body },
          })
        : await act.send('PUT /api/areas/{areaId}', { params: { areaId: id }, body, ifMatch: version })
    if (saved) onSaved(id)
  }
  const remove = async (): Promise<void> => {
    const removed = await act.send('DELETE /api/areas/{areaId}', { params: { areaId: id } })
    setAsking(false)
    if (!removed) return
    toast(t('deleted'))
    onDeleted()
  }
  const told = (value: string | number | boolean | null): string =>
    typeof value === 'boolean' ? t(value ? 'portrait' : 'landscape') : String(value ?? '')
  const change = (next: Partial<typeof values>): void => setValues({ ...values, ...next })
  return (
    <Form onSend={save}>
      <Fields>
        <TextField
          label={t('name')}
          placeholder={t('namePlaceholder')}
          autoComplete="off"
          value={values.name}
          error={errorOf('name')}
          onChange={(event) => change({ name: event.target.value })}
        />
        <div className={styles.pair}>
          <NumberField
            label={t('rows')}
            decimals={false}
            value={values.rows}
            error={errorOf('rows')}
            onChange={(rows) => change({ rows })}
          />
          <NumberField
            label={t('cols')}
            decimals={false}
            value={values.cols}
            error={errorOf('cols')}
            onChange={(cols) => change({ cols })}
          />
        </div>
        <div className={styles.body}>
          <Segmented
            label={t('orientation')}
            options={[
              { value: 'portrait', label: t('portrait') },
              { value: 'landscape', label: t('landscape') },
            ]}
            value={values.portrait ? 'portrait' : 'landscape'}
            onChange={(way) => change({ portrait: way === 'portrait' })}
          />
        </div>
        <div className={styles.pair}>
          <NumberField
            label={t('tilt')}
            help={t('tiltHelp')}
            optional
            unit="°"
            value={values.tiltDeg}
            error={errorOf('tiltDeg')}
            onChange={(tiltDeg) => change({ tiltDeg })}
          />
          <NumberField
            label={t('azimuth')}
            help={t('azimuthHelp')}
            optional
            unit="°"
            value={values.azimuthDeg}
            error={errorOf('azimuthDeg')}
            onChange={(azimuthDeg) => change({ azimuthDeg })}
          />
        </div>
      </Fields>
      <div className={styles.body}>
        {theirs && (
          <TheirsNote
            by={theirs.by}
            at={theirs.at}
            fields={changeable.flatMap((field) => {
              const [mine, other] = [values[field], theirs.row[field]]
              return mine === other ? [] : [{ label: t(words[field]), mine: told(mine), theirs: told(other) }]
            })}
            onTake={() => {
              setValues(theirs.row)
              setTheirs(null)
            }}
          />
        )}
        {beyond.length > 0 && <p role="status">{t('smaller', { count: beyond.length })}</p>}
        <FieldError id="area-error" error={act.failed} />
        <Button type="submit" wide busy={act.busy}>
          {t('save')}
        </Button>
        {area && (
          <Button kind="dangerPlain" wide onClick={() => setAsking(true)}>
            {t('delete')}
          </Button>
        )}
      </div>
      <AlertDialog
        open={asking}
        title={t('deleteTitle', { name: values.name })}
        text={t('deleteText', { count: inside.length })}
        confirm={t('delete')}
        danger
        busy={act.busy}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </Form>
  )
}
