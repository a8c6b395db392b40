import { Link } from '@tanstack/react-router'
import { useTranslate, useWords } from '#kit/web/i18n/words.ts'
import { useOwnPageTitle } from '#kit/web/page-title.ts'
import { useCurrentPage } from './current-page.ts'
import styles from './header.module.css'

const longest = 50

/** A title of at most 50 characters (NAV-49). */
export const shortened = (title: string): string => (title.length > longest ? `${title.slice(0, longest)}…` : title)

/** The way to the page on screen; its own title is the page's first heading. */
export function Crumbs() {
  const words = useWords('app')
  const translate = useTranslate()
  const own = useOwnPageTitle()
  const current = useCurrentPage()
  if (!current) return <h1 className={styles.crumbs}>{words('product')}</h1>
  const { route, above, menuEntry } = current
  const category = menuEntry?.category ? words(`categories.${menuEntry.category}`) : undefined
  const steps = above.map((one) => ({ text: translate(one.route.title), to: one.to as string | undefined }))
  const title = own ?? translate(route.title)
  const first = steps[0]?.text ?? translate(route.title)
  if (category && category !== first) steps.unshift({ text: category, to: undefined })
  return (
    <nav className={styles.crumbs} aria-label={words('header.crumb')}>
      {route.bare ? null : steps.map((step) => <Step key={step.text} {...step} />)}
      <h1 title={title.length > longest ? title : undefined}>{shortened(title)}</h1>
    </nav>
  )
}

function Step({ text, to }: { readonly text: string; readonly to: string | undefined }) {
  return (
    <>
      {to ? (
        <Link to={to} className={styles.above}>
          {shortened(text)}
        </Link>
      ) : (
        <span className={styles.above}>{shortened(text)}</span>
      )}
      <span className={styles.slash} aria-hidden>
        /
      </span>
    </>
  )
}
