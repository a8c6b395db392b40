import type { ComponentProps, ComponentType, ReactElement } from 'react'
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
const day = () => import('#kit/web/ui/date-input.tsx')
type Selects = Awaited<ReturnType<typeof select>>
type Editor = Awaited<ReturnType<typeof editor>>
type Drop = Awaited<ReturnType<typeof drop>>
type Day = Awaited<ReturnType<typeof day>>

/** Fetches them all at once, for a form that is about to be drawn. */
export const preloadControls = () => void Promise.all([select(), editor(), drop(), day()])

export const Select = later<ComponentProps<Selects['Select']>>(
  async () => (await select()).Select,
  ({ label }) => (label ? 50 : 32),
)
export const MultiSelect = later<ComponentProps<Selects['MultiSelect']>>(
  async () => (await select()).MultiSelect,
  ({ label }) => (label ? 50 : 32),
)
export const MarkdownEditor = later<ComponentProps<Editor['MarkdownEditor']>>(
  async () => (await editor()).MarkdownEditor,
  ({ height = 256 }) => height + 34,
)
export const FileDrop = later<ComponentProps<Drop['FileDrop']>>(async () => (await drop()).FileDrop, 60)
export const DateInput = later<ComponentProps<Day['DateInput']>>(
  async () => (await day()).DateInput,
  ({ label }) => (label ? 50 : 30),
)
