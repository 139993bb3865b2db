import { Eraser } from 'lucide-react'
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type PointerEvent,
} from 'react'
import { useTranslations } from 'use-intl'
import { usePerson } from '../session/session.ts'
import { Button } from '../../kit/button.tsx'
import { FieldError } from '../../kit/field.tsx'
import { StoredImage, type StoredFile } from '../photo/stored-files.tsx'
import { uploads } from '../photo/uploads.ts'
import { waiting } from './waiting.ts'
import styles from './signature.module.css'

type SignatureFieldProps = {
  label: string
  help?: string
  error?: string | undefined
  /** Under which it is kept and sent. */
  uploadKey: string
  /** Whether there is one that was written here. */
  signed: boolean
  /** One that was written before and still holds: it stands until another is written. */
  before?: StoredFile | null
  onChange: (signed: boolean) => void
}

/** On white paper in both themes, as it is stored. */
const ink = '#14213d'

const at = (event: PointerEvent): { x: number; y: number } => {
  const box = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - box.left, y: event.clientY - box.top }
}

const pictureOf = (canvas: HTMLCanvasElement | null): Promise<Blob | null> =>
  new Promise((resolve) => {
    if (canvas) canvas.toBlob(resolve, 'image/png')
    else resolve(null)
  })

/** A name written with the finger. It is sent as a picture a moment after the last stroke. */
export function SignatureField(props: SignatureFieldProps) {
  const { label, help, error, uploadKey, signed, before = null, onChange } = props
  const stands = signed || before !== null
  const t = useTranslations('photo')
  const id = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const pen = useRef<{ x: number; y: number } | null>(null)
  const [drawn, setDrawn] = useState(false)
  const person = usePerson()
  const upload = useSyncExternalStore(uploads.watch, () => uploads.of(uploadKey))
  const wanted = useCallback(
    () => ({ key: uploadKey, purpose: 'order_image' as const, onSent: () => {} }),
    [uploadKey],
  )
  // The page may have been gone before what was drawn was kept.
  const lost = useEffectEvent(() => onChange(false))
  useEffect(() => {
    if (signed && !drawn) void uploads.resume(wanted()).then((known) => known || lost())
  }, [signed, drawn, wanted])

  const send = async (): Promise<void> => {
    const blob = await pictureOf(canvas.current)
    if (blob) await uploads.start(wanted(), new File([blob], 'signature.png', { type: 'image/png' }))
  }

  const context = (): CanvasRenderingContext2D | null => {
    const element = canvas.current
    const found = element?.getContext('2d') ?? null
    if (!element || !found) return null
    const scale = Math.min(3, window.devicePixelRatio || 1)
    const [width, height] = [element.clientWidth * scale, element.clientHeight * scale]
    if (Math.abs(element.width - width) > 1) {
      element.width = width
      element.height = height
      found.fillStyle = '#fff'
      found.fillRect(0, 0, width, height)
      found.scale(scale, scale)
      found.lineWidth = 2.4
      found.lineCap = 'round'
      found.lineJoin = 'round'
      found.strokeStyle = ink
    }
    return found
  }
  const down = (event: PointerEvent): void => {
    event.currentTarget.setPointerCapture(event.pointerId)
    waiting.hold(uploadKey)
    pen.current = at(event)
    const drawing = context()
    if (!drawing) return
    drawing.beginPath()
    drawing.moveTo(pen.current.x, pen.current.y)
    drawing.lineTo(pen.current.x + 0.1, pen.current.y)
    drawing.stroke()
  }
  const move = (event: PointerEvent): void => {
    const drawing = pen.current && context()
    if (!drawing || !pen.current) return
    const to = at(event)
    drawing.beginPath()
    drawing.moveTo(pen.current.x, pen.current.y)
    drawing.lineTo(to.x, to.y)
    drawing.stroke()
    pen.current = to
  }
  const done = (): void => {
    setDrawn(true)
    if (!signed) onChange(true)
    waiting.rest(uploadKey, send)
  }
  const up = (): void => {
    if (!pen.current) return
    pen.current = null
    done()
  }
  /** For whoever cannot draw: the name as it stands in the account. */
  const write = (name: string): void => {
    const drawing = context()
    if (!drawing || !canvas.current) return
    const { clientWidth: width, clientHeight: height } = canvas.current
    drawing.fillStyle = ink
    drawing.font = 'italic 32px serif'
    drawing.textAlign = 'center'
    drawing.textBaseline = 'middle'
    drawing.fillText(name, width / 2, height / 2, width - 24)
    done()
  }
  const clear = (): void => {
    waiting.hold(uploadKey)
    const element = canvas.current
    if (element) element.width = 0
    setDrawn(false)
    void uploads.forget(uploadKey)
    onChange(false)
  }
  return (
    <div className={styles.field} role="group" aria-labelledby={`${id}-label`}>
      <span className={styles.head}>
        <span className={styles.label} id={`${id}-label`}>
          {label}
        </span>
        {!stands && person && (
          <Button kind="plain" small onClick={() => write(person.name)}>
            {t('signByName')}
          </Button>
        )}
        {stands && (
          <Button kind="plain" small icon={<Eraser size={16} aria-hidden />} onClick={clear}>
            {t('clearSignature')}
          </Button>
        )}
      </span>
      <div className={styles.paper} data-no-pull>
        {signed && !drawn && upload?.preview && <img className={styles.kept} src={upload.preview} alt="" />}
        {!signed && before && <StoredImage one={before} alt="" className={styles.kept} />}
        <canvas
          ref={canvas}
          className={styles.canvas}
          role="img"
          aria-label={t(stands ? 'signed' : 'signHere')}
          onPointerDown={down}
          onPointerMove={move}
          onPointerUp={up}
          onPointerCancel={up}
        />
        {!stands && <span className={styles.line}>{t('signHere')}</span>}
      </div>
      {help && <span className={styles.help}>{help}</span>}
      <FieldError
        id={`${id}-error`}
        error={upload?.state === 'failed' && signed ? t('fileNotSent') : error}
      />
    </div>
  )
}
