import { useRef, useState, type ComponentProps } from 'react'
import { loadCode } from '#kit/web/api/load-code.ts'
import { ClosedSelect, type Begun } from '#kit/web/ui/closed-select.tsx'
import { ReadValue, useReads } from '#kit/web/ui/reading.tsx'
import { Select as LazySelect } from './lazy-controls.tsx'

type Props = ComponentProps<typeof LazySelect>

let loaded: typeof LazySelect | undefined
const load = async () => (loaded ??= (await loadCode(() => import('#kit/web/ui/select.tsx'))).Select)

/** One of many (ui/select.tsx) on a page that is read before anything is chosen: the browser's own field is there until somebody turns to it. */
export function Select(props: Props) {
  const [Control, setControl] = useState(() => loaded)
  const begun = useRef<Begun>({ focused: false, open: false, typed: undefined })
  const whole = useRef(false)
  const chosen = props.options.find(({ value }) => value === props.value)
  if (useReads()) return <ReadValue label={props.label}>{chosen?.title ?? chosen?.label ?? props.value}</ReadValue>
  if (Control) return <Control {...props} begun={begun.current} />
  // The button that clears it is its own.
  if (props.clearable && props.value !== null) whole.current = true
  if (whole.current) return <LazySelect {...props} />
  const turn = () => {
    // While the server is away it waits; where the code is gone, there is nothing to choose.
    load().then(
      (found) => setControl(() => found),
      () => undefined,
    )
  }
  return <ClosedSelect {...props} chosen={chosen?.label} title={chosen?.title} begun={begun} onTurn={turn} />
}
