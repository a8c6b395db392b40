import { Check, CircleAlert, MessageSquare, Zap } from 'lucide-react'
import { useId } from 'react'
import { actionOf, commentOf } from '#areas/campaigns/contract/answer-progress.ts'
import { levelName } from '#kit/contract/level.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { colorStyle, toneOf } from '#kit/web/ui/level-color.ts'
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
  const { level: chosen } = store.said(item)
  const open = mayAnswer(item)
  // What was typed without a level is not saved: said where the level is chosen (CMP-15).
  const draft = state.drafts.get(item)
  const why = draft?.state === 'blocked' && draft.said.level === null ? draft.why : undefined
  return (
    <>
      {why ? (
        <p id={`${name}-why`} className={css.why}>
          <CircleAlert size={13} aria-hidden /> {why}
        </p>
      ) : null}
      <div
        className={css.cards}
        role="radiogroup"
        aria-labelledby={labelled}
        aria-required
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
            <label
              key={level.value}
              className={css.card}
              data-on={on || undefined}
              data-tone={toneOf(level.color)}
              data-own={colorStyle(level.color) ? true : undefined}
              style={colorStyle(level.color)}
            >
              <input type="radio" name={name} checked={on} disabled={!open} onChange={() => store.edit(item, { level: level.value })} />
              <span className={css.head}>
                <i aria-hidden>{n + 1}</i>
                <b>{levelName(level, lang)}</b>
                {on ? <Check size={15} strokeWidth={2.5} aria-hidden /> : null}
              </span>
              {about ? <span className={css.about}>{about}</span> : null}
              <span className={css.needs}>
                {comment ? (
                  <span>
                    <MessageSquare size={12} aria-hidden /> {t('answer.needs_comment')}
                  </span>
                ) : null}
                {action ? (
                  <span>
                    <Zap size={12} aria-hidden /> {t('answer.needs_action')}
                  </span>
                ) : null}
                {comment || action ? null : t('answer.needs_nothing')}
              </span>
            </label>
          )
        })}
      </div>
    </>
  )
}
