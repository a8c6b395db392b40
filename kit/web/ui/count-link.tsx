import { useFormat } from '#kit/web/i18n/format.ts'
import { PlainLink } from '#kit/web/plain-link.tsx'
import type { Address } from '#kit/web/route.ts'
import css from './count-link.module.css'

interface CountLinkProps {
  readonly count: number
  /** The rows counted; nothing where the reader has no list of them. */
  readonly to: Address | undefined
  /** What is counted, for whoever does not see the heading. */
  readonly label: string
}

/** A number that leads to the rows it counts; none of them is nothing to open. */
export function CountLink({ count, to, label }: CountLinkProps) {
  const format = useFormat()
  const text = format.number(count)
  return to && count > 0 ? (
    <PlainLink to={to} className={css.link} aria-label={`${label} ${text}`}>
      {text}
    </PlainLink>
  ) : (
    text
  )
}
