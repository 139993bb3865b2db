import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../kit/button.tsx'
import { Fields } from '../../../kit/field.tsx'
import { NumberField } from '../../../kit/number-field.tsx'
import { SearchBox } from '../../../kit/search-box.tsx'
import { Row, Rows } from '../../../kit/row.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import type { ArrayStore } from '../array-store.ts'
import { moveToSpot, takeOut } from '../moves.ts'
import { bySerial, type AreaRow, type Member, type MemberKind, type Site } from '../site.ts'
import { usePlaceText } from '../use-place-text.ts'
import { useFound } from '../use-found.ts'
import styles from '../arrays.module.css'

type SpotsSheetProps = {
  open: boolean
  site: Site
  store: ArrayStore
  area: AreaRow
  kind: MemberKind
  onClose: () => void
}

const shownAtMost = 100

/** The same as the plan, as a list: each device with its row and column, without dragging anything. */
export function SpotsSheet({ open, onClose, ...rest }: SpotsSheetProps) {
  const t = useTranslations('arrays.spots')
  return (
    <Sheet open={open} onClose={onClose} title={t('title', { area: rest.area.name })} size="full">
      <Spots {...rest} />
    </Sheet>
  )
}

function Spots({ site, store, area, kind }: Omit<SpotsSheetProps, 'open' | 'onClose'>) {
  const t = useTranslations('arrays.spots')
  const arrays = useTranslations('arrays')
  const { wired } = usePlaceText(site)
  const [editing, setEditing] = useState<string | null>(null)
  const spotOf = ({ id }: Member) => site.hang(id)
  const offered = site.members
    .filter((one) => {
      const { areaId } = spotOf(one)
      return one.kind === kind && (areaId === null || areaId === area.id)
    })
    .sort((a, b) => {
      const [x, y] = [spotOf(a), spotOf(b)]
      return (
        Number(x.areaId === null) - Number(y.areaId === null) ||
        (x.row ?? 0) - (y.row ?? 0) ||
        (x.col ?? 0) - (y.col ?? 0) ||
        bySerial(a, b)
      )
    })
  const { typed, type, found, shown, left } = useFound(offered, shownAtMost)
  return (
    <>
      <div className={styles.body}>
        <SearchBox value={typed} onChange={type} label={arrays('tray.search')} />
        {found.length === 0 && <p>{t('none')}</p>}
      </div>
      <Rows>
        {shown.map((one) => {
          const { areaId, row, col } = spotOf(one)
          return (
            <div key={one.id}>
              <Row
                label={one.sn}
                hint={wired(spotOf(one))}
                value={
                  areaId === null
                    ? t('unplaced')
                    : arrays('cell', { row: String(row ?? ''), col: String(col ?? '') })
                }
                onPress={() => setEditing(editing === one.id ? null : one.id)}
              />
              {editing === one.id && (
                <SpotForm
                  site={site}
                  store={store}
                  area={area}
                  device={one}
                  onDone={() => setEditing(null)}
                />
              )}
            </div>
          )
        })}
      </Rows>
      {left > 0 && (
        <div className={styles.body}>
          <p>{arrays('tray.more', { count: String(left) })}</p>
        </div>
      )}
    </>
  )
}

type SpotFormProps = {
  site: Site
  store: ArrayStore
  area: AreaRow
  device: Member
  onDone: () => void
}

const whole = (value: number | null, most: number): value is number =>
  value !== null && Number.isInteger(value) && value >= 1 && value <= most

function SpotForm({ site, store, area, device, onDone }: SpotFormProps) {
  const t = useTranslations('arrays.spots')
  const arrays = useTranslations('arrays')
  const hang = site.hang(device.id)
  const [row, setRow] = useState(hang.row)
  const [col, setCol] = useState(hang.col)
  const [tried, setTried] = useState(false)
  const right = whole(row, area.rows) && whole(col, area.cols)
  const there = right ? site.member(site.atSpot(device.kind, area.id, row, col) ?? '') : undefined
  const swap = there !== undefined && there.id !== device.id
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!whole(row, area.rows) || !whole(col, area.cols)) return
        store.act(moveToSpot(site, device.id, area.id, { row, col }))
        onDone()
      }}
    >
      <Fields>
        <div className={styles.pair}>
          <NumberField label={t('row')} decimals={false} value={row} onChange={setRow} />
          <NumberField label={t('col')} decimals={false} value={col} onChange={setCol} />
        </div>
      </Fields>
      <div className={styles.body}>
        {tried && !right && (
          <p role="alert">{t('wrong', { rows: String(area.rows), cols: String(area.cols) })}</p>
        )}
        <Button type="submit" wide>
          {swap ? t('swap', { sn: there.sn }) : t('place')}
        </Button>
        {hang.areaId !== null && (
          <Button
            kind="quiet"
            wide
            onClick={() => {
              store.act(takeOut(site, [device.id], 'area'))
              onDone()
            }}
          >
            {arrays('hand.takeOutArea')}
          </Button>
        )}
      </div>
    </form>
  )
}
