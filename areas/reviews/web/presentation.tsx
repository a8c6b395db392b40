import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { review } from '#areas/reviews/contract/review.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import type { Review } from './reviews-api.ts'
import css from './reviews.module.css'

/** A name of this many letters stands in the list, and in the dialog (REV-09). */
export const nameLength = { page: 45, modal: 20 } as const
export const shortened = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text)

/** What is suggested, with a sign while other actions of the target are open. */
export function Suggested({ row, length = nameLength.page }: { readonly row: Review; readonly length?: number }) {
  const text = row.description ?? ''
  return (
    <span className={css.suggested}>
      <span title={text.length > length ? text : undefined}>{shortened(text, length)}</span>
      {row.warning?.status ? <TriangleAlert size={13} className={css.warns} aria-label={row.warning.message ?? ''} /> : null}
    </span>
  )
}

const titleOf = ({ target }: Review, length: number) =>
  target ? shortened(`${'identifier' in target && target.identifier ? `${target.identifier} ` : ''}${target.name ?? ''}`, length) : ''

/** What it is about, as far as the reader may know its name. */
export const Target = ({ row, length = nameLength.page }: { readonly row: Review; readonly length?: number }) => (
  <span className={css.target} title={row.target?.name ?? ''}>
    {titleOf(row, length)}
  </span>
)

/** Where the target is dealt with, in a tab of its own (REV-25 … REV-30); nothing where the reader has no such page. */
export function targetPage({ target, source, occasion }: Review): string | undefined {
  if (!target) return undefined
  if (source === 'AUTH_CONFIG') return '/admin/auth_config'
  if (target.entity === 'program') return `/actions/${target.id}/mapping`
  if (target.entity === 'policy') return `/org/policies/${target.id}${occasion === 'MAPPING' ? '?confirm=1' : ''}`
  const page = pageOfEntity(target.entity)
  if (target.entity === 'member') return page && `/admin/users/${target.id}/objects`
  return page && `${page.path}?id=${target.id}`
}

export const TargetLink = ({ row, label }: { readonly row: Review; readonly label: string }) => {
  const to = targetPage(row)
  return to ? (
    <Link to={to} target="_blank" rel="noopener">
      {label}
    </Link>
  ) : null
}

definePresentation(review, {
  cells: { description: (row) => <Suggested row={row} />, target: (row) => <Target row={row} /> },
  tones: { status: { OPEN: { tone: 'primary', glyph: 'circle' }, CLOSED: { tone: 'success', glyph: 'check' } } },
})
