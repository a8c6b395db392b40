import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { countReviews } from '#areas/reviews/contract/calls.ts'
import { glyphs } from '#kit/web/glyphs.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { setMenuCount } from '#kit/web/menu-counts.ts'
import { useMenu } from './menu.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { useIdle } from '#kit/web/when-idle.ts'
import styles from './header.module.css'

/** Milliseconds after which open reviews are counted again, for those that others open. */
const again = 120_000
const most = 99

/** How many reviews are open; nothing for whoever has not their page: auditors and contributors (SHL-04). */
export function useOpenReviews(): number | undefined {
  const shown = useMenu().some(({ path }) => path === '/reviews')
  const idle = useIdle()
  const { data = 0 } = useQuery({
    queryKey: ['review', 'count'],
    queryFn: ({ signal }) => api.call<typeof countReviews>('GET /review/count', { signal }),
    select: ({ count }) => count,
    refetchInterval: again,
    enabled: shown && idle,
  })
  useEffect(() => setMenuCount('nb_reviews', data), [data])
  return shown ? data : undefined
}

/** The open reviews, counted; leads to them. */
export function ReviewBell() {
  const words = useWords('app')
  const count = useOpenReviews()
  if (count === undefined) return null
  const label = words('header.reviews', { count: String(count) })
  return (
    <Link to={path('/reviews')} className={styles.bell} aria-label={label} data-tooltip={label}>
      <glyphs.reviews size={16} strokeWidth={1.75} aria-hidden />
      {count > 0 ? (
        <Text padX={4} corner={8} size={11} line={16} weight={600} side="center" className={styles.count} aria-hidden>
          {count > most ? `${most}+` : count}
        </Text>
      ) : null}
    </Link>
  )
}
