import type { ReactNode, Ref } from 'react'

type FormProps = {
  /** What its button, or the key of return, sends. */
  onSend: () => Promise<unknown> | void
  className?: string | undefined
  ref?: Ref<HTMLFormElement>
  children: ReactNode
}

/** A form whose fields say themselves what is wrong with them, in the words of the app and not of the browser. */
export function Form({ onSend, className, ref, children }: FormProps) {
  return (
    <form
      {...(ref && { ref })}
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        void onSend()
      }}
    >
      {children}
    </form>
  )
}
