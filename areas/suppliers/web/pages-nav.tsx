import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { PageNav } from '#kit/web/ui/page-nav.tsx'

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
  return (
    <PageNav
      label={t('pages.suppliers')}
      at={pages[at]}
      pages={[
        { to: pages.suppliers, label: t('pages.suppliers') },
        { to: pages.services, label: t('tabs.services') },
        { to: pages.contracts, label: t('tabs.contracts') },
        { to: pages.register, label: t('register.open') },
        { to: pages.settings, label: t('settings.open') },
      ]}
    />
  )
}
