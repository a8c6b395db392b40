import { Link } from '@tanstack/react-router'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import css from './suppliers.module.css'

const pages = {
  suppliers: path('/ops/suppliers'),
  services: path('/ops/suppliers/services'),
  contracts: path('/ops/suppliers/contracts'),
  register: path('/ops/suppliers/register'),
  settings: path('/ops/suppliers/settings'),
} as const

/** From one page about suppliers to the next. */
export function PagesNav({ at }: { readonly at: keyof typeof pages }) {
  const t = useWords('suppliers')
  const labels = {
    suppliers: t('pages.suppliers'),
    services: t('tabs.services'),
    contracts: t('tabs.contracts'),
    register: t('register.open'),
    settings: t('settings.open'),
  }
  return (
    <nav className={css.pages} aria-label={t('pages.suppliers')}>
      {(Object.keys(pages) as (keyof typeof pages)[]).map((name) => (
        <Link key={name} to={pages[name]} activeOptions={{ exact: true, includeSearch: false }} aria-current={name === at ? 'page' : undefined}>
          {labels[name]}
        </Link>
      ))}
    </nav>
  )
}
