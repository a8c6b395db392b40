import { Link } from '#kit/web/navigation.ts'
import type { Address } from '#kit/web/route.ts'
import css from './page-nav.module.css'

interface PageNavProps {
  /** What the pages have in common. */
  readonly label: string
  readonly pages: readonly { readonly to: Address; readonly label: string }[]
  /** The page that stands. */
  readonly at: string
}

/** From one page of a subject to the next: the first row of each of them, above its own controls. */
export const PageNav = ({ label, pages, at }: PageNavProps) => (
  <nav className={css.pages} aria-label={label}>
    {pages.map(({ to, label: name }) => (
      <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }} aria-current={to === at ? 'page' : undefined}>
        {name}
      </Link>
    ))}
  </nav>
)
