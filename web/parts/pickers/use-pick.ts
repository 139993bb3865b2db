import { useEffect, useRef } from 'react'
import { serverNow } from '../../kit/time/clock.ts'
import { base, type AppPath } from '../../kit/navigation/app-path.ts'
import { pathTo } from '../../paths.ts'
import { navigate } from '../../kit/navigation/navigate.ts'
import { ask, takeAnswer, watchAnswers, type Picked } from './ask.ts'

type Picker =
  | 'select-compony'
  | 'select-station'
  | 'select-device'
  | 'select-deviceSn'
  | 'select-upgrade-device'
type Wanted = {
  many?: boolean
  chosen?: readonly Picked[]
  /** Narrows a picker of devices. */
  stationId?: string | undefined
  /** What the gateways are chosen for. */
  packageId?: string | undefined
}

const here = (): AppPath => {
  const { pathname, search } = window.location
  return (pathname.startsWith(base) ? pathname.slice(base.length) : pathname).concat(search) as AppPath
}

/**
 * Lets a person choose on another page: the returned function opens the picker, `onPicked` gets the choice once this
 * page is back, also after a reload. Keep the draft before calling it; mount this where the restored draft is, so that
 * the choice is put into it. `key` tells the questions of all pages apart: 'add-communication-device station'.
 */
export const usePick = (
  key: string,
  picker: Picker,
  onPicked: (picked: readonly Picked[]) => void,
): ((wanted?: Wanted) => Promise<void>) => {
  const told = useRef(onPicked)
  useEffect(() => {
    told.current = onPicked
  })
  useEffect(() => {
    let gone = false
    const look = async (): Promise<void> => {
      const picked = await takeAnswer(key, () => !gone)
      if (picked) told.current(picked)
    }
    void look()
    const stop = watchAnswers(() => void look())
    return () => {
      gone = true
      stop()
    }
  }, [key])
  return async ({ many = false, chosen = [], stationId, packageId } = {}) => {
    const id = await ask(key, { many, chosen, from: here() }, serverNow())
    const search = { ask: id, many: many || undefined }
    navigate.push(
      picker === 'select-device' || picker === 'select-deviceSn'
        ? pathTo(picker, { ...search, stationId })
        : picker === 'select-upgrade-device'
          ? pathTo(picker, { ...search, packageId })
          : pathTo(picker, search),
    )
  }
}
