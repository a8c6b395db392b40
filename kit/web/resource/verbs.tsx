import { Ellipsis, type LucideIcon } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { useLetterKeys } from '#kit/web/letter-keys.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Menu, MenuItem } from '#kit/web/ui/menu.tsx'
import type { TriggerProps } from '#kit/web/ui/popover.tsx'
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

/** Of a verb without its letter; Edit and More are then their icons alone, which everybody knows. */
function tightWidth(button: Element): number {
  const { width, height } = button.getBoundingClientRect()
  const verb = button.getAttribute('data-verb')
  if (verb === null || verb === 'edit') return height
  const keys = button.querySelector('[aria-hidden]:has(kbd)')?.getBoundingClientRect().width ?? 0
  return keys > 0 ? width - keys - gap : width
}

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
  const fitting = useFitting(bar, words, order, gap, tightWidth)
  const shown = fitting ? verbs.filter((_, at) => fitting.shown.has(at)) : verbs
  const rest = fitting ? verbs.filter((_, at) => !fitting.shown.has(at)) : []
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
    <div ref={bar} role="toolbar" aria-label={label} className={css.verbs} data-measured={fitting ? true : undefined} onKeyDown={onKeyDown}>
      {shown.map((verb, at) => (
        <VerbButton
          key={verb.name}
          verb={verb}
          tight={fitting?.tight === true}
          letters={letters}
          tabIndex={at === stop ? 0 : -1}
          onFocus={() => setActive(at)}
        />
      ))}
      {rest.length > 0 || !fitting ? (
        <Menu
          label={t('record.more')}
          placement="bottom-end"
          width={240}
          trigger={(props) => (
            <MoreButton tight={fitting?.tight === true} tabIndex={stop === shown.length ? 0 : -1} onFocus={() => setActive(shown.length)} {...props} />
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

interface VerbButtonProps {
  readonly verb: Verb
  readonly tight: boolean
  readonly letters: boolean
  readonly tabIndex: number
  readonly onFocus: () => void
}

/** A verb on the line. */
function VerbButton({ verb: { name, label, icon: Icon, primary, letter, alone, run }, tight, letters, tabIndex, onFocus }: VerbButtonProps) {
  const props = {
    'data-verb': name,
    needsServer: !alone,
    tabIndex,
    onFocus,
    onClick: run,
    ...(letter && letters && { 'aria-keyshortcuts': letter.toUpperCase() }),
  }
  if (tight && name === 'edit' && Icon) {
    return (
      <IconButton label={label} size="md" {...props}>
        <Icon size={14} aria-hidden />
      </IconButton>
    )
  }
  return (
    <Button
      variant={primary ? 'primary' : 'default'}
      icon={Icon ? <Icon size={14} aria-hidden /> : undefined}
      {...(letter && letters && !tight ? { keys: keysOf(letter) } : {})}
      {...props}
    >
      {label}
    </Button>
  )
}

/** Opens those without room on the line. */
function MoreButton({ tight, ...props }: TriggerProps & Pick<VerbButtonProps, 'tight' | 'tabIndex' | 'onFocus'>) {
  const t = useWords('kit')
  const sign = <Ellipsis size={14} aria-hidden />
  return tight ? (
    <IconButton label={t('record.more')} size="md" {...props}>
      {sign}
    </IconButton>
  ) : (
    <Button icon={sign} {...props}>
      {t('record.more')}
    </Button>
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
