import { valuesOf } from './answer-store.ts'
import { levelName } from '#kit/contract/level.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { said as textOfOption } from '#areas/questionnaires/contract/structure.ts'
import type { Lang } from './model.ts'
import type { AnswerValues } from './source.ts'
import type { Evaluation } from './use-evaluation.ts'
import css from './item.module.css'

/** Two people answered the same: both answers, to choose from; none is lost before. */
export function ConflictBox({ evaluation, item, lang }: { readonly evaluation: Evaluation; readonly item: number; readonly lang: Lang }) {
  const t = useWords('campaigns')
  const { state, store } = evaluation
  const draft = state.drafts.get(item)
  if (!draft) return null
  const { theirs } = draft
  // Whoever has it open twice meets themselves.
  const title = t(theirs?.mine ? 'answer.conflict.title_own' : 'answer.conflict.title')
  return (
    <section className={css.conflict} role="alert" aria-label={title}>
      <h3>{title}</h3>
      <div>
        <Side
          title={`${t('answer.conflict.theirs')}${theirs?.by ? ` · ${theirs.by}` : ''}`}
          values={theirs && valuesOf(theirs)}
          evaluation={evaluation}
          item={item}
          lang={lang}
        />
        <Side title={t('answer.conflict.mine')} values={draft.said} evaluation={evaluation} item={item} lang={lang} />
      </div>
      <p>
        <Button onClick={() => store.takeTheirs(item)}>{t('answer.conflict.take_theirs')}</Button>
        <Button onClick={() => store.keepMine(item)}>{t('answer.conflict.keep_mine')}</Button>
      </p>
    </section>
  )
}

interface SideProps {
  readonly title: string
  readonly values: AnswerValues | undefined
  readonly evaluation: Evaluation
  readonly item: number
  readonly lang: Lang
}

function Side({ title, values: said, evaluation, item, lang }: SideProps) {
  const t = useWords('campaigns')
  return (
    <div>
      <h4>{title}</h4>
      <b>{said?.na ? t('answer.na') : (said && shortly(evaluation, item, said, lang)) || t('answer.conflict.nothing')}</b>
      {said?.comment ? <p>{said.comment}</p> : null}
      {said?.na && said.justification ? <p>{said.justification}</p> : null}
    </div>
  )
}

/** An answer in a few words, where it is one that applies. */
export function shortly({ model, question }: Evaluation, item: number, { level, value }: Pick<AnswerValues, 'level' | 'value'>, lang: Lang): string {
  const found = model.levels.find((one) => one.value === level)
  if (found) return `${model.levels.indexOf(found) + 1} ${levelName(found, lang)}`
  if (level !== null) return String(level)
  if (value === null) return ''
  const options = question(item)?.options ?? []
  return Array.isArray(value)
    ? (value as readonly string[])
        .map((key) => {
          const option = options.find((one) => one.key === key)
          return option ? textOfOption(option, 'label', lang) : key
        })
        .join(', ')
    : String(value)
}
