import { valuesOf } from './answer-store.ts'
import { levelName } from '#kit/contract/level.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { textIn as textOfOption } from '#areas/questionnaires/contract/structure.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
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
    <Box as="section" padY={12} padX={14} corner={8} fill="warn" size={13} className={css.conflict} role="alert" aria-label={title}>
      <Text as="h3" below={8} tone="warn" weight={600}>
        {title}
      </Text>
      <Grid gap={8}>
        <Side
          title={`${t('answer.conflict.theirs')}${theirs?.by ? ` · ${theirs.by}` : ''}`}
          values={theirs && valuesOf(theirs)}
          evaluation={evaluation}
          item={item}
          lang={lang}
        />
        <Side title={t('answer.conflict.mine')} values={draft.said} evaluation={evaluation} item={item} lang={lang} />
      </Grid>
      <Row wrap gap={8} as="p" above={4} breaks>
        <Button onClick={() => store.takeTheirs(item)}>{t('answer.conflict.take_theirs')}</Button>
        <Button onClick={() => store.keepMine(item)}>{t('answer.conflict.keep_mine')}</Button>
      </Row>
    </Box>
  )
}

interface SideProps {
  readonly title: string
  readonly values: AnswerValues | undefined
  readonly evaluation: Evaluation
  readonly item: number
  readonly lang: Lang
}

function Side({ title, values: answer, evaluation, item, lang }: SideProps) {
  const t = useWords('campaigns')
  return (
    <div>
      <Text as="h4" tone="soft" size={12} weight={500}>
        {title}
      </Text>
      <b>{answer?.na ? t('answer.na') : (answer && shortly(evaluation, item, answer, lang)) || t('answer.conflict.nothing')}</b>
      {answer?.comment ? (
        <Text as="p" above={4} breaks>
          {answer.comment}
        </Text>
      ) : null}
      {answer?.na && answer.justification ? (
        <Text as="p" above={4} breaks>
          {answer.justification}
        </Text>
      ) : null}
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
