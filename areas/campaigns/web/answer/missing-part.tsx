import { CircleAlert } from 'lucide-react'
import type { Lacking } from '#areas/campaigns/contract/answer-progress.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import css from './boxes.module.css'

/** What an answer still lacks, beside where it is given; the control names it by `id`. */
export function MissingPart({ id, what }: { readonly id: string; readonly what: Lacking }) {
  const t = useWords('campaigns')
  return (
    <Row id={id} as="p" align="center" gap={6} tone="warn" size={12} className={css.lack}>
      <CircleAlert size={13} aria-hidden /> {t(`answer.lacks.${what}`)}
    </Row>
  )
}
