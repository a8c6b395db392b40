import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'

interface PagerProps {
  readonly page: number
  readonly size: number
  readonly total: number
  readonly shown: number
  readonly label: string
  readonly onPage: (page: number) => void
}

/** Which of them are shown, and the way to the others; nothing where all are. */
export function Pager({ page, size, total, shown, label, onPage }: PagerProps) {
  const t = useWords('people')
  const format = useFormat()
  if (total <= size) return null
  const first = (page - 1) * size + 1
  return (
    <Row as="nav" aria-label={label} align="center" gap={8} padX={16} padY={6} edge="below">
      <Text grow size={12} tone="quiet" figures>
        {t('holders.range', { first: format.number(first), last: format.number(first + shown - 1), total: format.number(total) })}
      </Text>
      <IconButton label={t('holders.before')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={15} />
      </IconButton>
      <IconButton label={t('holders.after')} disabled={page * size >= total} onClick={() => onPage(page + 1)}>
        <ChevronRight size={15} />
      </IconButton>
    </Row>
  )
}
