import { Plus } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { hasRanges } from '#areas/scales/contract/level-shape.ts'
import type { Order } from '#areas/scales/contract/risk-matrix.ts'
import { scale, type LevelInput, type ScaleType } from '#areas/scales/contract/scale.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { levelColors } from '#kit/web/ui/level-color.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { added, moved, removed } from './edit-list.ts'
import { LevelRow } from './level-row.tsx'
import { blankLevel } from './new-scale.ts'
import css from './scales.module.css'

interface LevelsEditorProps {
  readonly type: ScaleType
  readonly levels: readonly LevelInput[]
  readonly impactTypes: readonly string[]
  readonly language: Language
  /** What levels mean stays; what they are called does not. */
  readonly fixed: boolean
  readonly disabled: boolean
  readonly errorOf: (path: string) => string | undefined
  readonly onChange: (levels: readonly LevelInput[], order: Order) => void
  readonly aside: ReactNode
}

const most = scale.fields.levels.options.max ?? 20
const least = scale.fields.levels.options.min ?? 2

/** The next value or range that is free. */
function nextLevel(type: ScaleType, levels: readonly LevelInput[]): LevelInput {
  const highest = Math.max(-1, ...levels.map(({ value, high }) => (hasRanges(type) ? (high ?? -1) : (value ?? -1))))
  const color = levelColors[levels.length % levelColors.length] ?? null
  if (!hasRanges(type)) return blankLevel({ value: highest < 100 ? highest + 1 : null, color })
  return blankLevel({ low: highest < 100 ? highest + 1 : null, high: highest < 100 ? 100 : null, color })
}

/** The levels of a scale, one line each, with what only its kind says of them below. */
export function LevelsEditor({ type, levels, impactTypes, language, fixed, disabled, errorOf, onChange, aside }: LevelsEditorProps) {
  const t = useWords('scales')
  const id = useId()
  const error = errorOf('')
  const change = (at: number, changes: LevelInput) =>
    onChange(
      levels.map((level, n) => (n === at ? { ...level, ...changes } : level)),
      levels.map((_, n) => n),
    )
  const edit = (edited: { readonly items: readonly LevelInput[]; readonly order: Order }) => onChange(edited.items, edited.order)
  return (
    <section aria-labelledby={id} aria-invalid={error ? true : undefined} tabIndex={error ? -1 : undefined}>
      <Row as="header" align="center" gap={12} below={6} className={css.head}>
        <h3 id={id}>{t('entities.scale.fields.levels')}</h3>
        {aside}
        {fixed || levels.length >= most ? null : (
          <Button variant="link" size="sm" icon={<Plus size={14} aria-hidden />} onClick={() => edit(added(levels, nextLevel(type, levels)))}>
            {t('editor.add')}
          </Button>
        )}
      </Row>
      <Stack as="ol" gap={6}>
        {levels.map((level, at) => (
          <LevelRow
            key={level.id ?? `new${at}`}
            at={at}
            count={levels.length}
            type={type}
            level={level}
            impactTypes={impactTypes}
            language={language}
            fixed={fixed}
            disabled={disabled}
            errorOf={(field) => errorOf(`:${at}:${field}`)}
            onChange={(changes) => change(at, changes)}
            onMove={(by) => edit(moved(levels, at, by))}
            onRemove={fixed || levels.length <= least ? undefined : () => edit(removed(levels, at))}
          />
        ))}
      </Stack>
      {error ? (
        <Text as="p" above={4} tone="bad" size={12} line={16} role="alert">
          {error}
        </Text>
      ) : null}
    </section>
  )
}
