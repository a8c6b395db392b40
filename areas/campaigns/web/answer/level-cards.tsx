import { Check, CircleAlert, MessageSquare, Zap } from 'lucide-react'
import { useId } from 'react'
import { actionOf, commentOf } from '#areas/campaigns/contract/answer-progress.ts'
import { levelName } from '#kit/contract/level.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { colorStyle, toneOf } from '#kit/web/ui/level-color.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { textOf, type Lang } from './model.ts'
import type { Evaluation } from './use-evaluation.ts'
import css from './cards.module.css'

interface CardsProps {
  readonly evaluation: Evaluation
  readonly item: number
  readonly lang: Lang
  readonly labelled: string
}

/** The levels side by side, each with what it asks besides: plain radio buttons underneath. */
export function LevelCards({ evaluation, item, lang, labelled }: CardsProps) {
  const t = useWords('campaigns')
  const name = useId()
  const { model, store, state, question, mayAnswer } = evaluation
  const { level: chosen } = store.valuesAt(item)
  const open = mayAnswer(item)
  // What was typed without a level is not saved: said where the level is chosen (CMP-15).
  const draft = state.drafts.get(item)
  const why = draft?.state === 'blocked' && draft.said.level === null ? draft.why : undefined
  return (
    <>
      {why ? (
        <Row id={`${name}-why`} as="p" align="center" gap={6} tone="bad" size={13}>
          <CircleAlert size={13} aria-hidden /> {why}
        </Row>
      ) : null}
      <Grid
        gap={8}
        className={css.cards}
        role={open ? 'radiogroup' : 'group'}
        aria-labelledby={labelled}
        aria-required={open || undefined}
        aria-invalid={why ? true : undefined}
        aria-describedby={why ? `${name}-why` : undefined}
        data-many={model.levels.length > 6 || undefined}
      >
        {model.levels.map((level, n) => {
          const on = level.value === chosen
          const comment = commentOf(model.rules, level.value, question(item)) === 'REQUIRED'
          const action = actionOf(model.rules, level.value) === 'REQUIRED'
          const about = textOf(level, 'description', lang)
          return (
            <Stack
              key={level.value}
              as={open ? 'label' : 'div'}
              holds
              gap={5}
              edge="strong"
              corner={8}
              fill="surface"
              className={css.card}
              data-on={on || undefined}
              aria-current={(on && !open) || undefined}
              data-tone={toneOf(level.color)}
              data-own={colorStyle(level.color) ? true : undefined}
              style={colorStyle(level.color)}
            >
              {open ? <input type="radio" name={name} checked={on} onChange={() => store.edit(item, { level: level.value })} /> : null}
              <Row as="span" align="center" size={13} className={css.head}>
                <Grid as="i" rigid centered edge="strong" corner={4} tone="soft" size={11} weight={500} aria-hidden>
                  {n + 1}
                </Grid>
                <Text as="b" grow weight={600} breaks>
                  {levelName(level, lang)}
                </Text>
                {on ? <Check size={15} strokeWidth={2.5} aria-hidden /> : null}
              </Row>
              {about ? (
                <Text grow tone="soft" size={12} className={css.about}>
                  {about}
                </Text>
              ) : null}
              <Row as="span" wrap gap={8} rowGap={2} tone="soft" size={11} line={16} className={css.needs}>
                {comment ? (
                  <Row as="span" align="center" gap={4}>
                    <MessageSquare size={12} aria-hidden /> {t('answer.needs_comment')}
                  </Row>
                ) : null}
                {action ? (
                  <Row as="span" align="center" gap={4}>
                    <Zap size={12} aria-hidden /> {t('answer.needs_action')}
                  </Row>
                ) : null}
                {comment || action ? null : t('answer.needs_nothing')}
              </Row>
            </Stack>
          )
        })}
      </Grid>
    </>
  )
}
