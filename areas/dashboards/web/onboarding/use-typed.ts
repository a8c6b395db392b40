import { useContext, useState } from 'react'
import { useSession } from '#kit/web/api/session.ts'
import { StepContext } from './step-form.tsx'
import { keepTyped, keptTyped, placeOf } from './typed-steps.ts'

/** State of a step that is still there when one comes back to it, in this tab: whatever way it was left, until the step is answered. */
export function useTyped<T>(name: string, initial: () => T): readonly [T, (next: T | ((before: T) => T)) => void] {
  const { step } = useContext(StepContext)
  const place = placeOf(useSession().context, step)
  const [value, setValue] = useState(() => keptTyped(place, name, initial))
  return [
    value,
    (next) =>
      setValue((before) => {
        const now = typeof next === 'function' ? (next as (before: T) => T)(before) : next
        keepTyped(place, name, now)
        return now
      }),
  ]
}
