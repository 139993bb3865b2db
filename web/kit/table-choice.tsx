import { Download, FileSpreadsheet } from 'lucide-react'
import { useRef } from 'react'
import { Button } from './button.tsx'

type TableChoiceProps = {
  label: string
  template: string
  onFile: (file: File) => void
  /** Saves a table to fill in. */
  onTemplate: () => void
}

/** A table from the phone (CSV), or a template of one. */
export function TableChoice({ label, template, onFile, onTemplate }: TableChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        hidden
        aria-label={label}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same file may be chosen again.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button
        kind="soft"
        wide
        icon={<FileSpreadsheet size={18} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <Button kind="plain" wide icon={<Download size={18} aria-hidden />} onClick={onTemplate}>
        {template}
      </Button>
    </>
  )
}
