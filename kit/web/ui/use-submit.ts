import { useRef, useState } from 'react'

/** Sends once at a time: what is pressed again while it runs is the same press. The second answer says whether it runs. */
export function useSubmit<A extends readonly unknown[]>(send: (...given: A) => Promise<unknown>): readonly [(...given: A) => void, boolean] {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const submit = (...given: A) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    void send(...given).finally(() => {
      running.current = false
      setBusy(false)
    })
  }
  return [submit, busy]
}
