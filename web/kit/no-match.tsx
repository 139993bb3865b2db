import { SearchX } from 'lucide-react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

type NoMatchProps = {
  title: string
  text: string
  /** What taking the filters off is called. */
  reset: string
  onReset: () => void
  inline?: boolean
}

/** There is something, but nothing that fits the filters, and the way back to all of it. */
export function NoMatch({ title, text, reset, onReset, inline = false }: NoMatchProps) {
  return (
    <EmptyState
      inline={inline}
      icon={<SearchX size={26} aria-hidden />}
      title={title}
      text={text}
      action={
        <Button kind="soft" onClick={onReset}>
          {reset}
        </Button>
      }
    />
  )
}
