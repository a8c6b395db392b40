import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
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
      <Row rigid align="center" gap={10} padX={16} edge="below" tone="quiet" className={styles.search}>
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
      </Row>
      <Box grow shortens overflow="scrolled" className={styles.list} role="listbox" id={`${id}-list`} aria-label={words('palette.title')}>
        {groups
          .filter((group) => ordered.some((command) => command.group === group))
          .map((group) => (
            <div key={group} role="group" aria-label={words(`palette.${group}`)}>
              <Box tone="quiet" size={11} weight={500} line={16} className={styles.group} role="presentation">
                {words(`palette.${group}`)}
              </Box>
              {ordered
                .filter((command) => command.group === group)
                .map((command) => (
                  <Row
                    key={command.id}
                    id={`${id}-${command.id}`}
                    role="option"
                    aria-selected={command === active}
                    align="center"
                    gap={10}
                    padY={4}
                    padX={8}
                    corner={6}
                    className={styles.option}
                    onPointerMove={() => setAt(ordered.indexOf(command))}
                    onClick={() => run(command)}
                  >
                    <command.icon size={16} strokeWidth={1.75} aria-hidden />
                    <Text cut grow narrows>
                      {command.text}
                    </Text>
                    {command.hint ? (
                      <Text cut rigid tone="quiet" size={12} className={styles.hint}>
                        {command.hint}
                      </Text>
                    ) : null}
                  </Row>
                ))}
            </div>
          ))}
      </Box>
      {ordered.length === 0 ? (
        <Text as="p" padY={24} padX={24} tone="quiet" side="center">
          {searching ? words('palette.searching') : words('palette.found', { count: 0 })}
        </Text>
      ) : null}
      <VisuallyHidden>
        <span role="status">{searching ? '' : words('palette.found', { count: ordered.length })}</span>
      </VisuallyHidden>
      <Row className={styles.keys} rigid gap={16} padY={8} padX={16} edge="above" tone="quiet" size={12} aria-hidden>
        <Row as="span" inline align="center" gap={6}>
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd> {words('palette.hint_move')}
        </Row>
        <Row as="span" inline align="center" gap={6}>
          <Kbd>↵</Kbd> {words('palette.hint_open')}
        </Row>
        <Row as="span" inline align="center" gap={6}>
          <Kbd>Esc</Kbd> {words('palette.hint_close')}
        </Row>
      </Row>
    </dialog>
  )
}
