import type { ComponentProps, ReactNode } from 'react'
import css from './tabbed-list.module.css'

interface TabbedListProps extends Omit<ComponentProps<'div'>, 'className'> {
  /** The line of tabs, with what stands at its end; none where there is nothing to choose from. */
  readonly tabs: ReactNode
  /** What is open beside the list. */
  readonly panel: ReactNode
  /** Whether something is being dragged over it that it takes. */
  readonly over?: boolean
}

/** A list of several kinds of things below tabs, and one of them read beside it. */
export const TabbedList = ({ tabs, panel, over, children, ...rest }: TabbedListProps) => (
  <div className={css.split} data-over={over || undefined} {...rest}>
    <div className={css.list}>
      {tabs ? <div className={css.tabs}>{tabs}</div> : null}
      {children}
    </div>
    {panel}
  </div>
)

interface TwoLinesProps {
  readonly name: string
  readonly text: string
  /** No title: the first line is as light as other cells. */
  readonly plain?: boolean
}

/** What a row is called over what it is, each in one line that says all of it when pointed at. */
export const TwoLines = ({ name, text, plain = false }: TwoLinesProps) => (
  <span className={css.two}>
    {plain ? <span title={name}>{name}</span> : <b title={name}>{name}</b>}
    <small title={text}>{text}</small>
  </span>
)
