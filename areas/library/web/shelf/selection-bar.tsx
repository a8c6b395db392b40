import { Plus } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import type { ShelfRow } from './shelf-columns.tsx'
import css from './shelf.module.css'
import { usePlan } from './use-shelf.ts'

interface SelectionBarProps {
  readonly rows: readonly ShelfRow[]
  readonly onAdd: () => void
  readonly onClear: () => void
}

/** What the checked libraries come to, with what each of them needs counted once. */
export function SelectionBar({ rows, onAdd, onClear }: SelectionBarProps) {
  const t = useWords('library')
  const { data: plan } = usePlan(rows.map(({ id }) => id).toSorted((a, b) => a - b))
  const requirements = rows.reduce((sum, { counts }) => sum + counts.requirements, 0)
  const parts = [
    t('shelf.selected_content', { requirements }),
    plan && plan.companions.length > 0 ? t('shelf.selected_companions', { count: plan.companions.length }) : '',
    plan && plan.absent.length > 0 ? t('shelf.selected_absent', { count: plan.absent.length }) : '',
  ].filter(Boolean)
  return (
    <Row
      wrap
      align="center"
      gap={12}
      rowGap={8}
      padY={8}
      padX={16}
      edge="above"
      fill="selected"
      className={css.bar}
      role="group"
      aria-label={t('shelf.selected', { count: rows.length })}
    >
      <b>{t('shelf.selected', { count: rows.length })}</b>
      <span>{parts.join(', ')}</span>
      <Button variant="subtle" onClick={onClear}>
        {t('shelf.clear')}
      </Button>
      <Button icon={<Plus size={14} aria-hidden />} onClick={onAdd}>
        {t('shelf.add_selected', { count: rows.length })}
      </Button>
    </Row>
  )
}
