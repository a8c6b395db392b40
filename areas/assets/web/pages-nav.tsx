import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { PageNav } from '#kit/web/ui/page-nav.tsx'

const pages = { assets: path('/org/assets'), values: path('/org/assets/values') } as const

/** From what carries to what is carried, and back. */
export function PagesNav({ at }: { readonly at: keyof typeof pages }) {
  const t = useWords('assets')
  return (
    <PageNav
      label={t('pages.assets')}
      at={pages[at]}
      pages={[
        { to: pages.assets, label: t('pages.assets') },
        { to: pages.values, label: t('pages.values') },
      ]}
    />
  )
}
