import type { MouseEvent } from 'react'
import { Markdown } from '#kit/web/ui/markdown.tsx'

interface WikiTextProps {
  readonly text: string
  /** Addresses lead to its headings; in one place of the page only. */
  readonly anchors?: boolean
  /** Opens another page of the documentation where this one stands. */
  readonly onOpen: (identifier: string) => void
}

/** The page of the documentation that an address leads to. */
const pageOf = (href: string | null | undefined) => /^\/doc\/(\w+)$/.exec(href ?? '')?.[1]

/** The text of a page; its links to other pages open them in place, unless they are asked for in a tab of their own. */
export function WikiText({ text, anchors = false, onOpen }: WikiTextProps) {
  const follow = (event: MouseEvent) => {
    const identifier = pageOf((event.target as Element).closest('a')?.getAttribute('href'))
    if (!identifier || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    onOpen(identifier)
  }
  return (
    // The keyboard presses links too, which arrives here as a click.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div onClick={follow}>
      <Markdown text={text} anchors={anchors} />
    </div>
  )
}
