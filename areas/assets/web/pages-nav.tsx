import { Link } from '@tanstack/react-router'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import css from './assets.module.css'

const pages = { assets: path('/org/assets'), values: path('/org/assets/values') } as const

/** From what carries to what is carried, and back. */
export function PagesNav({ at }: { readonly at: keyof typeof pages }) {
  const t = useWords('assets')
  return (
    <nav className={css.pages} aria-label={t('pages.assets')}>
      {(Object.keys(pages) as (keyof typeof pages)[]).map((name) => (
        <Link key={name} to={pages[name]} activeOptions={{ exact: true, includeSearch: false }} aria-current={name === at ? 'page' : undefined}>
          {t(`pages.${name}`)}
        </Link>
      ))}
    </nav>
  )
}
