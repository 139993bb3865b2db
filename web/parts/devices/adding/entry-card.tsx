import { ClipboardList, Plus, ScanLine } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../../app/phrases/use-kind-words.ts'
import { Button } from '../../../kit/button.tsx'
import { Card } from '../../../kit/card.tsx'
import { LazyScanner } from '../../../app/scanner/lazy-scanner.ts'
import { PhotoButton } from '../../../kit/scanner/photo-button.tsx'
import { signal, wakeSound } from '../../../kit/scanner/signals.ts'
import { scansFirst } from '../../../kit/scanner/scans-first.ts'
import { useHandScanner } from '../../../kit/scanner/use-hand-scanner.ts'
import field from '../../../kit/field.module.css'
import type { StationDevice } from './adding-draft.ts'
import styles from './adding-board.module.css'
import { LastLine } from './last-line.tsx'
import { ListSheet } from './list-sheet.tsx'
import { ScanPanel } from './scan-panel.tsx'
import type { Adding } from './use-adding.ts'

/** The ways a serial comes in: camera, photo, hand scanner, keyboard, list. */
export function EntryCard({ adding, devices }: { adding: Adding; devices: readonly StationDevice[] }) {
  const t = useTranslations('addDevices')
  const words = useKindWords()
  const [scanning, setScanning] = useState(false)
  const [listing, setListing] = useState(false)
  const [typed, setTyped] = useState('')
  const take = (text: string): void => signal(adding.type(text))
  const takePhotos = (texts: readonly string[]): void => {
    for (const text of texts) signal(adding.scan(text))
  }
  useHandScanner((text) => signal(adding.scan(text)))
  const add = (): void => {
    if (typed.trim() === '') return
    take(typed)
    setTyped('')
  }
  const scan = (): void => {
    wakeSound()
    setScanning(true)
  }
  const first = scansFirst()
  const photo = <PhotoButton onTexts={takePhotos} />
  return (
    <Card>
      <div className={styles.entry}>
        {first && (
          <Button wide icon={<ScanLine size={22} aria-hidden />} onClick={scan}>
            {t('scan')}
          </Button>
        )}
        <form
          className={styles.line}
          onSubmit={(event) => {
            event.preventDefault()
            wakeSound()
            add()
          }}
        >
          <input
            className={field.input}
            aria-label={t('typeLabel')}
            placeholder={t('typePlaceholder')}
            value={typed}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            onChange={(event) => setTyped(event.target.value)}
            onPaste={(event) => {
              // A line of text would run the lines of a list together.
              const text = event.clipboardData.getData('text')
              if (!/[\r\n\t]/.test(text.trim())) return
              event.preventDefault()
              take(text)
            }}
          />
          {!first && (
            <button type="button" className={styles.scan} aria-label={t('scan')} onClick={scan}>
              <ScanLine size={20} aria-hidden />
            </button>
          )}
          <button type="submit" aria-label={t('add')} disabled={typed.trim() === ''}>
            <Plus size={22} aria-hidden />
          </button>
        </form>
        <div className={styles.ways}>
          {photo}
          <Button kind="soft" icon={<ClipboardList size={18} aria-hidden />} onClick={() => setListing(true)}>
            {t('list')}
          </Button>
        </div>
        {!scanning && <LastLine adding={adding} devices={devices} />}
      </div>
      <LazyScanner
        open={scanning}
        onClose={() => setScanning(false)}
        title={t('scanTitle', { kinds: words.within(adding.draft.target.kind) })}
        onText={adding.scan}
        instead={photo}
      >
        <ScanPanel adding={adding} devices={devices} onDone={() => setScanning(false)} />
      </LazyScanner>
      <ListSheet adding={adding} open={listing} onClose={() => setListing(false)} />
    </Card>
  )
}
