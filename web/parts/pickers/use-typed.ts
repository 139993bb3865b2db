import { useEffect, useState } from 'react'

const typingMs = 250

/** What is typed, and the same a moment after the last key: what the server is asked for. */
export const useTyped = (): { typed: string; search: string; type: (text: string) => void } => {
  const [typed, type] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = window.setTimeout(() => setSearch(typed.trim()), typingMs)
    return () => window.clearTimeout(timer)
  }, [typed])
  return { typed, search, type }
}
