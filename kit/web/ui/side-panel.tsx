import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from './button.tsx'
import { rememberFocus } from './keep-focus.ts'
import { useLayer } from './layers.ts'
import css from './side-panel.module.css'

interface SidePanelProps {
  readonly title: string
  /** One line below the title. */
  readonly facts: string
  /** What kind of thing it is, above the title. */
  readonly about: ReactNode
  readonly id: number
  /** The rows around it, for previous and next. */
  readonly rows: readonly { readonly id: number }[]
  readonly onOpen: (id: number | undefined) => void
  /** Buttons before the one that closes. */
  readonly tools?: ReactNode
  readonly foot: ReactNode
  readonly children: ReactNode
}

/** Something of a list that is no record of the organisation yet, read beside it; Escape closes it and gives the focus back. */
export function SidePanel({ title, facts, about, id, rows, onOpen, tools, foot, children }: SidePanelProps) {
  const t = useWords('kit')
  const panel = useRef<HTMLElement>(null)
  useLayer('panel', true, () => onOpen(undefined))
  useLayoutEffect(() => {
    const element = panel.current
    const giveBack = rememberFocus()
    return () => giveBack(element ?? undefined)
  }, [])
  const at = rows.findIndex((row) => row.id === id)
  const step = (by: -1 | 1, Icon: typeof ChevronUp, label: string) => {
    const other = at < 0 ? undefined : rows[at + by]
    return (
      <IconButton label={label} disabled={!other} onClick={() => other && onOpen(other.id)}>
        <Icon size={15} />
      </IconButton>
    )
  }
  return (
    <section ref={panel} className={css.panel} aria-label={title}>
      <header className={css.head}>
        <span className={css.about}>{about}</span>
        {step(-1, ChevronUp, t('record.previous'))}
        {step(1, ChevronDown, t('record.next'))}
        {tools}
        <IconButton label={t('record.close')} onClick={() => onOpen(undefined)}>
          <X size={16} />
        </IconButton>
      </header>
      <div className={css.body}>
        <h2>{title}</h2>
        <p className={css.facts}>{facts}</p>
        {children}
      </div>
      <footer className={css.foot}>{foot}</footer>
    </section>
  )
}
