import { Check } from 'lucide-react'
import { levelName } from '#kit/contract/level.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Grid } from '#kit/web/ui/layout.tsx'
import { colorStyle, toneOf } from '#kit/web/ui/level-color.ts'
import { isAnswered, type Lang } from './model.ts'
import type { Evaluation } from './use-evaluation.ts'
import css from './rail.module.css'

/** What was answered, in a square: the number of the level, that it does not apply, that something was said. */
export function LevelChip({ evaluation, item, lang }: { readonly evaluation: Evaluation; readonly item: number; readonly lang: Lang }) {
  const t = useWords('campaigns')
  const given = evaluation.given.get(item)
  const question = evaluation.question(item)
  if (!isAnswered(question, given))
    return (
      <Grid
        as="i"
        rigid
        centered
        padX={3}
        corner={4}
        fill="mute"
        tone="mute"
        size={11}
        weight={600}
        className={css.chip}
        data-none
        role="img"
        aria-label={t('answer.lacks.answer')}
      />
    )
  if (given?.na)
    return (
      <Grid
        as="i"
        rigid
        centered
        padX={3}
        corner={4}
        fill="mute"
        tone="mute"
        size={11}
        weight={600}
        className={css.chip}
        data-na
        role="img"
        aria-label={t('answer.na')}
      >
        {t('answer.na_short')}
      </Grid>
    )
  if (question && question.type !== 'SCALE')
    return (
      <Grid
        as="i"
        rigid
        centered
        padX={3}
        corner={4}
        fill="mute"
        tone="mute"
        size={11}
        weight={600}
        className={css.chip}
        role="img"
        aria-label={t('answer.complete')}
        data-suggested={given?.suggested || undefined}
      >
        <Check size={11} strokeWidth={3} />
      </Grid>
    )
  const at = evaluation.model.levels.findIndex(({ value }) => value === given?.level)
  const level = evaluation.model.levels[at]
  return (
    <Grid
      as="i"
      rigid
      centered
      padX={3}
      corner={4}
      fill="mute"
      tone="mute"
      size={11}
      weight={600}
      className={css.chip}
      data-tone={toneOf(level?.color)}
      data-own={colorStyle(level?.color) ? true : undefined}
      data-suggested={given?.suggested || undefined}
      style={colorStyle(level?.color)}
      role="img"
      aria-label={level ? levelName(level, lang) : String(given?.level)}
    >
      {at >= 0 ? at + 1 : given?.level}
    </Grid>
  )
}
