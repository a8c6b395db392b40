import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { Further, useEdges } from './further.tsx'
import styles from './tabs.module.css'

interface TabsProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly onChange: (value: T) => void
  readonly tabs: readonly { readonly value: T; readonly label: string; readonly count?: number | string | undefined }[]
  /** The id of the panel elsewhere that shows the chosen tab, named by `tabId`. */
  readonly panel?: string
  /** The panel of the chosen tab. Without it the tabs only filter what stands elsewhere. */
  readonly children?: ReactNode
}

/** The id of a tab whose panel stands elsewhere. */
export const tabId = (panel: string, value: string): string => `${panel}-tab-${value}`

/** Tabs in one row, with arrow keys; what does not fit is scrolled to. Only the chosen panel exists. */
export function Tabs<T extends string>({ label, value, onChange, tabs, panel, children }: TabsProps<T>) {
  const id = useId()
  const { strip: list, edges, look } = useEdges<HTMLDivElement>(value)
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + tabs.length) % tabs.length
    const tab = tabs[next]
    if (tab) onChange(tab.value)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <>
      <div className={styles.strip}>
        {edges.before ? <Further by={-1} list={list} /> : null}
        <div className={styles.list} role="tablist" aria-label={label} ref={list} onKeyDown={move} onScroll={look}>
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={panel === undefined ? `${id}-${tab.value}` : tabId(panel, tab.value)}
              className={styles.tab}
              aria-selected={tab.value === value}
              aria-controls={panel ?? (children === undefined ? undefined : `${id}-panel`)}
              tabIndex={tab.value === value ? 0 : -1}
              onClick={() => onChange(tab.value)}
            >
              {tab.label}
              {tab.count === undefined ? null : <span className={styles.count}>{tab.count}</span>}
            </button>
          ))}
        </div>
        {edges.after ? <Further by={1} list={list} /> : null}
      </div>
      {children === undefined ? null : (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
          {children}
        </div>
      )}
    </>
  )
}
