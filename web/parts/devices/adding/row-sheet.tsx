import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DEVICE_NAME_MAX, POSITION_MAX, SERIAL_TYPED_MAX } from '#domain/devices/limits.ts'
import { isSubDeviceSerial, normaliseSerial } from '#domain/devices/fields.ts'
import { useSentence } from '../../../app/phrases/use-sentence.ts'
import { Button } from '../../../kit/button.tsx'
import { Fields } from '../../../kit/field.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { TextField } from '../../../kit/text-field.tsx'
import type { AddingRow } from './adding-draft.ts'
import { freePosition } from './adding-list.ts'
import styles from './adding-board.module.css'
import type { Adding } from './use-adding.ts'

type RowSheetProps = { adding: Adding; rowId: string | null; onClose: () => void }

/** One device of the list: its serial, position and name. */
export function RowSheet({ adding, rowId, onClose }: RowSheetProps) {
  const row = adding.draft.rows.find(({ id }) => id === rowId)
  const [shown, setShown] = useState<AddingRow>()
  // The sheet still shows the row while it goes down.
  if (row && shown?.id !== row.id) setShown(row)
  return shown ? (
    <Editor key={shown.id} adding={adding} row={row ?? shown} open={row !== undefined} onClose={onClose} />
  ) : null
}

type EditorProps = { adding: Adding; row: AddingRow; open: boolean; onClose: () => void }

function Editor({ adding, row, open, onClose }: EditorProps) {
  const t = useTranslations('addDevices')
  const sentence = useSentence()
  const [sn, setSn] = useState(row.sn)
  const [name, setName] = useState(row.name)
  const [position, setPosition] = useState(row.position === null ? '' : String(row.position))
  const state = adding.states.get(row.id)
  const right = isSubDeviceSerial(sn)
  const at = position.trim() === '' ? null : Number(position)
  const positionWrong = at !== null && !(Number.isInteger(at) && at >= 1 && at <= POSITION_MAX)
  const known = state === 'sn_repeat' && normaliseSerial(sn) === row.sn ? sentence('sn_repeat') : undefined
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('edit')}
      done={{
        onPress: () => {
          adding.edit(row.id, { sn: normaliseSerial(sn), name: name.trim(), position: at })
          onClose()
        },
        disabled: !right || positionWrong,
      }}
    >
      <Fields>
        <TextField
          label="SN"
          value={sn}
          error={right ? known : sentence('sn_format')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={SERIAL_TYPED_MAX}
          onChange={(event) => setSn(event.target.value)}
        />
        {row.stringNo !== null && (
          <TextField
            label={t('positionIn', { no: String(row.stringNo) })}
            value={position}
            inputMode="numeric"
            error={positionWrong ? t('positionRange', { max: String(POSITION_MAX) }) : undefined}
            onChange={(event) => setPosition(event.target.value)}
            end={
              state === 'position_taken' && (
                <Button
                  kind="soft"
                  small
                  onClick={() =>
                    setPosition(
                      String(
                        freePosition(
                          { ...adding.draft.target, ...row, position: 1 },
                          adding.draft.rows,
                          adding.known,
                        ) ?? '',
                      ),
                    )
                  }
                >
                  {t('nextFree')}
                </Button>
              )
            }
          />
        )}
        <TextField
          label={t('name')}
          optional
          value={name}
          maxLength={DEVICE_NAME_MAX}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Fields>
      <div className={styles.sheetFoot}>
        <Button
          kind="dangerPlain"
          wide
          onClick={() => {
            adding.remove(row.id)
            onClose()
          }}
        >
          {t('removeOne')}
        </Button>
      </div>
    </Sheet>
  )
}
