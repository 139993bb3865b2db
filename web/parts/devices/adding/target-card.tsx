import { hangsInString, reportedKinds } from '#domain/devices/kinds.ts'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../../app/phrases/use-kind-words.ts'
import { deviceModels, findModel } from '#domain/devices/models.ts'
import { MODEL_MAX, STRING_NO_MAX } from '#domain/devices/limits.ts'
import { useData } from '../../../app/data/query.ts'
import { Card } from '../../../kit/card.tsx'
import { Chips } from '../../../kit/chips.tsx'
import { Fields } from '../../../kit/field.tsx'
import { SelectField, type Option } from '../../../kit/select-field.tsx'
import { StepperField } from '../../../kit/stepper-field.tsx'
import { SuggestField } from '../../../kit/suggest-field.tsx'
import { nameOf } from '../device-facts.ts'
import type { StationDevice, SubKind } from './adding-draft.ts'
import { freePosition } from './adding-list.ts'
import styles from './adding-board.module.css'
import { StringStrip } from './string-strip.tsx'
import type { Adding } from './use-adding.ts'

const none = '-'
/** What is added most often comes first. */
const kinds: readonly SubKind[] = ['optimizer', ...reportedKinds.filter((kind) => kind !== 'optimizer')]

const optionOf = (one: StationDevice): Option<string> => ({
  value: one.id,
  label: nameOf(one),
  ...(one.name && { hint: one.sn }),
})

/** What the next devices are and where they hang. */
export function TargetCard({
  stationId,
  adding,
  devices,
}: {
  stationId: string
  adding: Adding
  devices: readonly StationDevice[]
}) {
  const t = useTranslations('addDevices')
  const words = useKindWords()
  const { target, rows } = adding.draft
  const { setTarget, known } = adding
  const inverters = devices.filter(({ kind }) => kind === 'inverter')
  const gateways = devices.filter(({ kind }) => kind === 'gateway')
  const inverter = inverters.find(({ id }) => id === target.parentId)
  const behindInverter = hangsInString(target.kind)
  const position = freePosition(target, rows, known)
  return (
    <Card flush>
      <div className={styles.kinds}>
        <Chips
          wrap
          label={t('kind')}
          options={kinds.map((kind) => ({ value: kind, label: words.short(kind) }))}
          value={target.kind}
          onChange={(kind) => setTarget({ kind, brand: '', model: '', position: 1 })}
        />
      </div>
      <Fields>
        {behindInverter && inverters.length > 0 && (
          <SelectField
            label={t('inverter')}
            options={[{ value: none, label: t('later') }, ...inverters.map(optionOf)]}
            value={target.parentId ?? none}
            onChange={(id) => {
              const chosen = inverters.find((one) => one.id === id)
              setTarget({
                parentId: chosen?.id ?? null,
                gatewayId: chosen?.gatewayId ?? target.gatewayId,
                stringNo: null,
                position: 1,
              })
            }}
          />
        )}
        {behindInverter && inverter && (
          <StringField stationId={stationId} adding={adding} inverter={inverter} devices={devices} />
        )}
        {(!behindInverter || !inverter) && gateways.length > 1 && (
          <SelectField
            label={t('gateway')}
            options={[{ value: none, label: t('later') }, ...gateways.map(optionOf)]}
            value={target.gatewayId ?? none}
            onChange={(id) => setTarget({ gatewayId: id === none ? null : id })}
          />
        )}
        {position !== null && (
          <div>
            <StepperField
              label={t('nextPosition')}
              value={position}
              min={1}
              max={1000}
              onChange={(next) => setTarget({ position: stepTo(adding, next, position) })}
            />
            <StringStrip adding={adding} devices={devices} next={position} />
          </div>
        )}
        <SuggestField
          label={t('model')}
          placeholder={t('modelPlaceholder')}
          optional
          autoComplete="off"
          maxLength={MODEL_MAX}
          choose={t('modelList')}
          options={deviceModels
            .filter(({ kind }) => kind === target.kind)
            .map(({ brand, model }) => ({ value: model, label: model, hint: brand }))}
          value={target.model}
          onChange={(model) => setTarget({ model, brand: findModel(target.kind, model)?.brand ?? '' })}
        />
      </Fields>
    </Card>
  )
}

/** A step back goes to the nearest free position before, not to one that is taken. */
const stepTo = ({ draft, known }: Adding, next: number, from: number): number => {
  if (next >= from) return next
  for (let position = next; position >= 1; position -= 1)
    if (freePosition(draft.target, draft.rows, known, position) === position) return position
  return from
}

function StringField({
  stationId,
  adding,
  inverter,
  devices,
}: {
  stationId: string
  adding: Adding
  inverter: StationDevice
  devices: readonly StationDevice[]
}) {
  const t = useTranslations('addDevices')
  const words = useKindWords()
  const array = useData('GET /api/stations/{stationId}/array', { params: { stationId } })
  const { target, rows } = adding.draft
  const strings = (array.data?.strings ?? []).filter(({ inverterId }) => inverterId === inverter.id)
  const mine = [...devices, ...rows].filter(({ parentId }) => parentId === inverter.id)
  const members = (no: number): number =>
    mine.filter((one) => one.stringNo === no && one.kind === target.kind).length
  const numbers = new Set([
    ...strings.map(({ no }) => no),
    ...mine.flatMap(({ stringNo }) => (stringNo === null ? [] : [stringNo])),
    ...(target.stringNo === null ? [] : [target.stringNo]),
  ])
  const next = Math.min(STRING_NO_MAX, Math.max(0, ...numbers) + 1)
  const hintOf = (no: number): string => {
    const one = strings.find((string) => string.no === no)
    const parts = [
      one?.name,
      one?.mpptNo == null ? '' : `MPPT ${one.mpptNo}`,
      words.count(target.kind, members(no)),
    ]
    return parts.filter(Boolean).join(' · ')
  }
  return (
    <SelectField
      label={t('string')}
      options={[
        { value: none, label: t('later') },
        ...[...numbers]
          .sort((a, b) => a - b)
          .map((no) => ({ value: String(no), label: t('stringNo', { no: String(no) }), hint: hintOf(no) })),
        ...(numbers.has(next)
          ? []
          : [{ value: String(next), label: t('stringNo', { no: String(next) }), hint: t('newString') }]),
      ]}
      value={target.stringNo === null ? none : String(target.stringNo)}
      onChange={(no) => adding.setTarget({ stringNo: no === none ? null : Number(no), position: 1 })}
    />
  )
}
