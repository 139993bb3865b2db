import { History } from 'lucide-react'
import { useState } from 'react'
import { AlertDialog } from './alert-dialog.tsx'
import { Button } from './button.tsx'
import styles from './restored-note.module.css'

type RestoredNoteProps = {
  /** That it is back, and how old it is. */
  text: string
  discard: string
  /** What is asked before it is given up. */
  asks: { title: string; text: string }
  onDiscard: () => void
}

/** What was typed earlier is back; it can be given up. */
export function RestoredNote({ text, discard, asks, onDiscard }: RestoredNoteProps) {
  const [asking, setAsking] = useState(false)
  return (
    <div className={styles.note}>
      <History size={18} aria-hidden />
      <span>{text}</span>
      <Button kind="plain" small onClick={() => setAsking(true)}>
        {discard}
      </Button>
      <AlertDialog
        open={asking}
        title={asks.title}
        text={asks.text}
        confirm={discard}
        danger
        onConfirm={() => {
          setAsking(false)
          onDiscard()
        }}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}
