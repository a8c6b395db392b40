import { useRef, useState, type ComponentProps, type ComponentType, type ReactElement } from 'react'
import { loadCode } from '#kit/web/api/load-code.ts'
import { ClosedSelect, type Begun } from '#kit/web/ui/closed-select.tsx'
import { ReadValue, useReads } from '#kit/web/ui/reading.tsx'
import { Skeleton } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'

/** A control of some weight comes with the first form, not with the first table; until then a grey field of `height` pixels stands in its place. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, height: number | ((props: P) => number)): (props: P) => ReactElement {
  const Loaded = lazy(async () => ({ default: (await load()) as ComponentType<object> }))
  return function Later(props: P) {
    return (
      <Suspense fallback={<Skeleton height={typeof height === 'number' ? height : height(props)} />}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

const select = () => import('#kit/web/ui/select.tsx')
const editor = () => import('#kit/web/ui/markdown-editor.tsx')
const drop = () => import('#kit/web/ui/file-drop.tsx')
type Selects = Awaited<ReturnType<typeof select>>
type Editor = Awaited<ReturnType<typeof editor>>
type Drop = Awaited<ReturnType<typeof drop>>

let loaded: Selects['Select'] | undefined
const loadSelect = async () => (loaded ??= (await loadCode(select)).Select)

/** Fetches them all at once, for a form that is about to be drawn. */
export const preloadControls = () => void Promise.all([loadSelect(), editor(), drop()])

const LoadedSelect = later<ComponentProps<Selects['Select']>>(loadSelect, ({ label }) => (label ? 50 : 32))

/** One of many (ui/select.tsx), of which the browser's own field is there until somebody turns to it. */
export function Select(props: ComponentProps<Selects['Select']>) {
  const [Control, setControl] = useState(() => loaded)
  const begun = useRef<Begun>({ focused: false, open: false, typed: undefined })
  const whole = useRef(false)
  const chosen = props.options.find(({ value }) => value === props.value)
  if (useReads()) return <ReadValue label={props.label}>{chosen?.title ?? chosen?.label ?? props.value}</ReadValue>
  if (Control) return <Control {...props} begun={begun.current} />
  // The button that clears it is its own.
  if (props.clearable && props.value !== null) whole.current = true
  if (whole.current) return <LoadedSelect {...props} />
  const turn = () => {
    // While the server is away it waits; where the code is gone, the page has said so.
    loadSelect().then(
      (found) => setControl(() => found),
      () => undefined,
    )
  }
  return <ClosedSelect {...props} chosen={chosen?.label} title={chosen?.title} begun={begun} onTurn={turn} />
}

export const MultiSelect = later<ComponentProps<Selects['MultiSelect']>>(
  async () => (await select()).MultiSelect,
  ({ label }) => (label ? 50 : 32),
)
export const MarkdownEditor = later<ComponentProps<Editor['MarkdownEditor']>>(
  async () => (await editor()).MarkdownEditor,
  ({ height = 256 }) => height + 34,
)
export const FileDrop = later<ComponentProps<Drop['FileDrop']>>(async () => (await drop()).FileDrop, 60)
