import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { useDialog } from '#kit/web/ui/use-dialog.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { useCommands, type Command } from './commands.ts'
import styles from './palette.module.css'

const groups = ['pages', 'create', 'results'] as const

/** Jumps to pages, finds objects anywhere and starts new ones, by keyboard alone (Ctrl K). */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const words = useWords('app')
  const navigate = useNavigate()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { commands, searching } = useCommands(typed)
  const ordered = groups.flatMap((group) => commands.filter((command) => command.group === group))
  const active = ordered[Math.min(at, ordered.length - 1)]

  useDialog(dialog, onClose)

  useEffect(() => {
    dialog.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active?.id])

  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    void navigate({ href: command.to })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && ordered.length > 0) {
      event.preventDefault()
      setAt((now) => (Math.min(now, ordered.length - 1) + step + ordered.length) % ordered.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(active)
    }
  }

  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={words('palette.title')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
      onKeyDown={onKeyDown}
    >
      <div className={styles.search}>
        <Search size={16} aria-hidden />
        <input
          type="text"
          role="combobox"
          data-autofocus
          aria-label={words('palette.title')}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={active ? `${id}-${active.id}` : undefined}
          aria-autocomplete="list"
          placeholder={words('palette.placeholder')}
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setAt(0)
          }}
        />
      </div>
      <div className={styles.list} role="listbox" id={`${id}-list`} aria-label={words('palette.title')}>
        {groups
          .filter((group) => ordered.some((command) => command.group === group))
          .map((group) => (
            <div key={group} role="group" aria-label={words(`palette.${group}`)}>
              <div className={styles.group} role="presentation">
                {words(`palette.${group}`)}
              </div>
              {ordered
                .filter((command) => command.group === group)
                .map((command) => (
                  <div
                    key={command.id}
                    id={`${id}-${command.id}`}
                    role="option"
                    aria-selected={command === active}
                    className={styles.option}
                    onPointerMove={() => setAt(ordered.indexOf(command))}
                    onClick={() => run(command)}
                  >
                    <command.icon size={16} strokeWidth={1.75} aria-hidden />
                    <span className={styles.text}>{command.text}</span>
                    {command.hint ? <span className={styles.hint}>{command.hint}</span> : null}
                  </div>
                ))}
            </div>
          ))}
      </div>
      {ordered.length === 0 ? <p className={styles.nothing}>{searching ? words('palette.searching') : words('palette.found', { count: 0 })}</p> : null}
      <VisuallyHidden>
        <span role="status">{searching ? '' : words('palette.found', { count: ordered.length })}</span>
      </VisuallyHidden>
      <div className={styles.keys} aria-hidden>
        <span>
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd> {words('palette.hint_move')}
        </span>
        <span>
          <Kbd>↵</Kbd> {words('palette.hint_open')}
        </span>
        <span>
          <Kbd>Esc</Kbd> {words('palette.hint_close')}
        </span>
      </div>
    </dialog>
  )
}
