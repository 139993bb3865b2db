import { Flashlight, FlashlightOff, Volume2, VolumeX, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from '../classes.ts'
import { useModal } from '../modal.ts'
import { IconButton } from '../page.tsx'
import { CameraMessage } from './camera-message.tsx'
import { createSeenCodes } from './code-reads.ts'
import styles from './scanner.module.css'
import { signal, sound, wakeSound, type Verdict } from './signals.ts'
import { useCamera } from './use-camera.ts'
import { useShellScan } from './use-shell-scan.ts'
import { useCodeReads, type Frame } from './use-code-reads.ts'

type ScannerProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Judges the text of a code that came into view. */
  onText: (text: string) => Verdict
  /** Offered beside the message where there is no camera. */
  instead?: ReactNode
  /** Under the picture: what was scanned. */
  children: ReactNode
}

type Outline = { text: string; points: string; verdict: Verdict }
const flashMs = 320

/** The camera over the whole screen; it goes on reading until it is closed. */
export function Scanner({ open, onClose, title, onText, instead, children }: ScannerProps) {
  const t = useTranslations('scanner')
  const { dialog, shown } = useModal(open, onClose)
  const byShell = useShellScan(open, onText, onClose)
  const { camera, problem, torch, setTorch, retry } = useCamera(open && !byShell)
  const sounding = useSyncExternalStore(sound.watch, sound.on)
  return (
    <dialog ref={dialog} className={styles.scanner} aria-label={title} onPointerDown={wakeSound}>
      {shown && (
        <>
          <div className={styles.stage}>
            {problem ? (
              <CameraMessage problem={problem} onRetry={retry} instead={instead} />
            ) : (
              <Finder stream={camera?.stream ?? null} onText={onText} />
            )}
            <header className={styles.bar}>
              <IconButton label={t('close')} onClick={onClose} data-first>
                <X size={24} aria-hidden />
              </IconButton>
              <h2>{title}</h2>
              <span className={styles.tools}>
                {camera?.hasTorch && (
                  <IconButton label={t('torch')} aria-pressed={torch} onClick={() => setTorch(!torch)}>
                    {torch ? <Flashlight size={22} aria-hidden /> : <FlashlightOff size={22} aria-hidden />}
                  </IconButton>
                )}
                <IconButton
                  label={t('sound')}
                  aria-pressed={sounding}
                  onClick={() => {
                    sound.set(!sounding)
                    if (!sounding) signal('taken')
                  }}
                >
                  {sounding ? <Volume2 size={22} aria-hidden /> : <VolumeX size={22} aria-hidden />}
                </IconButton>
              </span>
            </header>
          </div>
          <div className={styles.panel}>{children}</div>
        </>
      )}
    </dialog>
  )
}

function Finder({ stream, onText }: { stream: MediaStream | null; onText: (text: string) => Verdict }) {
  const t = useTranslations('scanner')
  const video = useRef<HTMLVideoElement>(null)
  const [seen] = useState(createSeenCodes)
  const verdicts = useRef(new Map<string, Verdict>())
  const [outlines, setOutlines] = useState<{ view: string; all: Outline[] }>({ view: '0 0 1 1', all: [] })
  const [flash, setFlash] = useState<Verdict | null>(null)
  const [running, setRunning] = useState(false)
  useEffect(() => {
    const element = video.current
    if (!element) return
    element.srcObject = stream
    if (stream) void element.play().catch(() => undefined)
  }, [stream])
  useEffect(() => {
    if (!flash) return
    const timer = window.setTimeout(() => setFlash(null), flashMs)
    return () => window.clearTimeout(timer)
  }, [flash])
  const { failed } = useCodeReads(video, stream !== null, ({ width, height, reads }: Frame) => {
    setRunning(true)
    for (const { text } of reads) {
      if (text === '' || !seen.isNew(text, performance.now())) continue
      const verdict = onText(text)
      verdicts.current.set(text, verdict)
      signal(verdict)
      setFlash(verdict)
    }
    setOutlines({
      view: `0 0 ${width} ${height}`,
      all: reads.map(({ text, corners }) => ({
        text,
        points: corners.map(({ x, y }) => `${x},${y}`).join(' '),
        verdict: verdicts.current.get(text) ?? 'taken',
      })),
    })
  })
  return (
    <>
      <video ref={video} className={styles.video} muted playsInline aria-label={t('picture')} />
      <svg className={styles.outlines} viewBox={outlines.view} preserveAspectRatio="none" aria-hidden>
        {outlines.all.map(({ text, points, verdict }) => (
          <polygon key={text} points={points} className={styles[verdict]} />
        ))}
      </svg>
      <div className={classes(styles.frame, flash && styles[flash])} aria-hidden>
        <i />
      </div>
      <p className={styles.hint} role="status">
        {failed ? t('noDecoder') : running ? t('aim') : t('starting')}
      </p>
    </>
  )
}
