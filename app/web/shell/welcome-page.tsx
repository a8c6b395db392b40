import { useWords } from '#kit/web/i18n/words.ts'
import { EmptyState } from '#kit/web/ui/states.tsx'

/** For people who hold no right to any page. */
export function WelcomePage() {
  const words = useWords('app')
  return <EmptyState title={words('pages.no_page')} text={words('pages.no_page_text')} />
}
