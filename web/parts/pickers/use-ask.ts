import { useEffect, useState } from 'react'
import type { AppPath } from '../../kit/navigation/app-path.ts'
import { navigate } from '../../kit/navigation/navigate.ts'
import { answer, questionOf, type Picked, type Question } from './ask.ts'

type AskUse = {
  /** undefined while it is read; null when no page waits: the picker was opened by its address alone. */
  question: Question | null | undefined
  /** Hands the choice over and goes back to the page that asked. */
  give: (picked: readonly Picked[]) => Promise<void>
}

/** The picker's side of `usePick`: what it was asked, and where the choice goes. */
export const useAsk = (askId: string | undefined, otherwise: AppPath): AskUse => {
  const [read, setRead] = useState<{ id: string; question: Question | null } | null>(null)
  useEffect(() => {
    if (askId === undefined) return
    let gone = false
    const readNow = async (): Promise<void> => {
      const question = await questionOf(askId)
      if (!gone) setRead({ id: askId, question })
    }
    void readNow()
    return () => {
      gone = true
    }
  }, [askId])
  const question = askId === undefined ? null : read?.id === askId ? read.question : undefined
  return {
    question,
    give: async (picked) => {
      if (askId !== undefined) await answer(askId, picked)
      navigate.back(question?.from ?? otherwise)
    },
  }
}
