import type { LucideIcon } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useLetterKeys } from '#kit/web/letter-keys.ts'
import { Button } from '#kit/web/ui/button.tsx'
import css from './verbs.module.css'

/** Something that can be done with an open record: a labelled button below its title. */
export interface Verb {
  readonly name: string
  readonly label: string
  readonly icon?: LucideIcon
  /** The one that the state of the record asks for. */
  readonly primary?: boolean
  /** Ctrl+Enter does it too, while the form has nothing to save. */
  readonly onSaveKey?: true
  /** The letter that does it, in lower case. */
  readonly letter?: string
  /** Can be done while the server is away. */
  readonly alone?: true
  readonly run: () => void
}

/** The verbs of a record: one stop for Tab, arrows go from one to the next. */
export function Verbs({ label, verbs }: { readonly label: string; readonly verbs: readonly Verb[] }) {
  const bar = useRef<HTMLDivElement>(null)
  const letters = useLetterKeys()
  const [active, setActive] = useState(0)
  const stop = Math.min(active, verbs.length - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowRight: stop + 1, ArrowLeft: stop - 1, Home: 0, End: verbs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + verbs.length) % verbs.length
    setActive(next)
    bar.current?.querySelectorAll<HTMLElement>('button')[next]?.focus()
  }
  return (
    <div ref={bar} role="toolbar" aria-label={label} className={css.verbs} onKeyDown={onKeyDown}>
      {verbs.map(({ name, label: said, icon: Icon, primary, letter, alone, run }, at) => (
        <Button
          key={name}
          variant={primary ? 'primary' : 'default'}
          icon={Icon ? <Icon size={14} aria-hidden /> : undefined}
          data-verb={name}
          needsServer={!alone}
          tabIndex={at === stop ? 0 : -1}
          {...(letter && letters ? { 'aria-keyshortcuts': letter.toUpperCase(), keys: letter.replace('shift+', '⇧').toUpperCase() } : {})}
          onFocus={() => setActive(at)}
          onClick={run}
        >
          {said}
        </Button>
      ))}
    </div>
  )
}
