import { Ellipsis, type LucideIcon } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { useLetterKeys } from '#kit/web/letter-keys.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Menu, MenuItem } from '#kit/web/ui/menu.tsx'
import { useAway } from '#kit/web/ui/use-away.ts'
import { useFitting } from '#kit/web/ui/use-fitting.ts'
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

/** Pixels between two of them. */
const gap = 6
const keysOf = (letter: string) => letter.replace('shift+', '⇧').toUpperCase()
/** What stays in sight longest: the main one, then Edit, then the others as they come. */
const weight = ({ name, primary }: Verb) => (primary ? 0 : name === 'edit' ? 1 : 2)

/** The verbs of a record on one line: those without room in it stand under *More*. One stop for Tab, arrows go from one to the next. */
export function Verbs({ label, verbs }: { readonly label: string; readonly verbs: readonly Verb[] }) {
  const t = useWords('kit')
  const bar = useRef<HTMLDivElement>(null)
  const letters = useLetterKeys()
  const [active, setActive] = useState(0)
  const order = verbs
    .map((verb, at) => ({ at, weight: weight(verb) }))
    .toSorted((a, b) => a.weight - b.weight)
    .map(({ at }) => at)
  const words = `${letters} ${verbs.map((verb) => `${verb.label} ${verb.letter} ${weight(verb)}`).join('\n')}`
  const chosen = useFitting(bar, words, order, gap)
  const shown = chosen ? verbs.filter((_, at) => chosen.has(at)) : verbs
  const rest = chosen ? verbs.filter((_, at) => !chosen.has(at)) : []
  const last = shown.length - (rest.length > 0 ? 0 : 1)
  const stop = Math.min(active, last)
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowRight: stop + 1, ArrowLeft: stop - 1, Home: 0, End: last }[event.key]
    // What is open over it has arrows of its own.
    if (to === undefined || (event.target as HTMLElement).closest('[popover]')) return
    event.preventDefault()
    const next = (to + last + 1) % (last + 1)
    setActive(next)
    bar.current?.querySelectorAll<HTMLElement>(':scope > button')[next]?.focus()
  }
  return (
    <div ref={bar} role="toolbar" aria-label={label} className={css.verbs} data-measured={chosen ? true : undefined} onKeyDown={onKeyDown}>
      {shown.map(({ name, label: text, icon: Icon, primary, letter, alone, run }, at) => (
        <Button
          key={name}
          variant={primary ? 'primary' : 'default'}
          icon={Icon ? <Icon size={14} aria-hidden /> : undefined}
          data-verb={name}
          needsServer={!alone}
          tabIndex={at === stop ? 0 : -1}
          {...(letter && letters ? { 'aria-keyshortcuts': letter.toUpperCase(), keys: keysOf(letter) } : {})}
          onFocus={() => setActive(at)}
          onClick={run}
        >
          {text}
        </Button>
      ))}
      {rest.length > 0 || !chosen ? (
        <Menu
          label={t('record.more')}
          placement="bottom-end"
          width={240}
          trigger={(props) => (
            <Button icon={<Ellipsis size={14} aria-hidden />} tabIndex={stop === shown.length ? 0 : -1} onFocus={() => setActive(shown.length)} {...props}>
              {t('record.more')}
            </Button>
          )}
        >
          {rest.map((verb) => (
            <VerbItem key={verb.name} verb={verb} keys={verb.letter && letters ? keysOf(verb.letter) : undefined} />
          ))}
        </Menu>
      ) : null}
    </div>
  )
}

/** A verb under *More*. */
function VerbItem({ verb: { label, icon: Icon, alone, run }, keys }: { readonly verb: Verb; readonly keys: string | undefined }) {
  const away = useAway(!alone)
  return (
    <MenuItem icon={Icon ? <Icon size={14} aria-hidden /> : undefined} disabled={away !== undefined} onSelect={run} {...(keys && { hint: keys })}>
      {label}
    </MenuItem>
  )
}
