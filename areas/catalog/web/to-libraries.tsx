import { Upload } from 'lucide-react'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'

/** The way on from an empty catalogue whose rows come with libraries, for those who may bring them in. */
export function ToLibraries() {
  const t = useWords('catalog')
  const mayImport = useRight('library.import')
  return mayImport ? (
    <ButtonLink to={path('/org/policies/shelf')} icon={<Upload size={14} aria-hidden />}>
      {t('to_libraries')}
    </ButtonLink>
  ) : null
}
