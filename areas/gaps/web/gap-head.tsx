import { gap } from '#areas/gaps/contract/gap.ts'
import { levelName, levelOf } from '#kit/contract/level.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { RecordMarks } from '#kit/web/resource/record-marks.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './gap-register.module.css'

/** How a gap stands; what the scan says of it, where somebody sees it otherwise; and whether what was done holds, by whom. */
export function GapHead({ row }: { readonly row: RowOf<typeof gap> }) {
  const t = useWords('gaps')
  const format = useFormat()
  const levels = useLevels('priority')
  const found = row.found_severity !== null && row.found_severity !== row.severity ? levelOf(levels, row.found_severity) : undefined
  return (
    <>
      <RecordMarks entity={gap} row={{ ...row }} />
      {found ? (
        <Text tone="soft" size={12} className={css.found}>
          {t('gap.found', { level: levelName(found, format.language) })}
        </Text>
      ) : null}
      {row.effect ? (
        <Text tone="soft" size={12} className={css.found} data-bad={row.effect === 'NOT_EFFECTIVE' || undefined}>
          {t('gap.checked', {
            effect: t(`entities.gap.choices.effect.${row.effect}`),
            name: row.effect_checked_by?.name ?? '',
            date: format.date(row.effect_checked_on),
          })}
        </Text>
      ) : null}
    </>
  )
}
