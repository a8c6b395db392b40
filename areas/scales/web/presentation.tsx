import { Ruler } from 'lucide-react'
import { scale } from '#areas/scales/contract/scale.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { levelName } from '#kit/contract/level.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { Level } from '#kit/web/ui/level.tsx'
import css from './scales.module.css'

function Levels({ levels = [] }: Partial<Pick<RowOf<typeof scale>, 'levels'>>) {
  const language = useLanguage()
  return (
    <Row as="span" gap={4} narrows overflow="clipped" className={css.levels}>
      {levels.map((level, at) => (
        <Level key={level.id} at={at + 1} of={levels.length} color={level.color}>
          {levelName(level, language)}
        </Level>
      ))}
    </Row>
  )
}

definePresentation(scale, {
  icon: Ruler,
  cells: { levels: (row) => <Levels levels={row.levels} /> },
  align: { levels: 'start' },
  widths: { identifier: 140, levels: 480, is_default: 110 },
})
