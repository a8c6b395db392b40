import { useState } from 'react'
import type { Content, ContentItem, StoredAnswer } from '#areas/campaigns/contract/answer-calls.ts'
import { questionsOf, textIn } from '#areas/questionnaires/contract/structure.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { Tag } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { LevelChip } from './level-chip.tsx'
import { useAnswerHistory, wordOf } from './results-api.ts'
import css from './results.module.css'

interface LineProps {
  readonly content: Content
  readonly item: ContentItem
  readonly answer: StoredAnswer | undefined
}

/** What an answer without a level says, in words: the chosen options, the number, the text. */
function useValueText({ content, item }: Pick<LineProps, 'content' | 'item'>) {
  const format = useFormat()
  const question = content.structure ? questionsOf(content.structure).find(({ key }) => key === item.question) : undefined
  return (value: unknown): string => {
    if (value === null || value === undefined) return ''
    if (Array.isArray(value))
      return question
        ? question.options
            .filter(({ key }) => value.includes(key))
            .map((option) => textIn(option, 'label', format.language))
            .join(', ')
        : ''
    if (typeof value === 'number') return format.number(value)
    return question?.type === 'DATE' ? format.date(String(value)) : String(value)
  }
}

/** One requirement or question with what was answered: level, words, proofs, actions, who and when. */
export function AnswerLine({ content, item, answer }: LineProps) {
  const t = useWords('campaigns')
  const format = useFormat()
  const valueText = useValueText({ content, item })
  const [history, setHistory] = useState(false)
  const name = [item.question === null ? item.identifier : null, wordOf(item, format.language)].filter(Boolean).join(' ')
  return (
    <li>
      <p>
        <Text as="b" weight={500}>
          {name}
        </Text>
      </p>
      <Row as="span" inline wrap align="center" spread="last" gap={6} className={css.level}>
        {answer ? (
          <>
            <LevelChip level={answer.level} na={answer.na} levels={content.levels} />
            {answer.value === null ? null : <span>{valueText(answer.value)}</span>}
            {answer.suggested ? <small>{t('results.details.suggested')}</small> : null}
          </>
        ) : (
          <small>{t('results.details.no_answer')}</small>
        )}
      </Row>
      {answer?.na && answer.justification ? <blockquote>{answer.justification}</blockquote> : null}
      {answer?.comment ? <blockquote>{answer.comment}</blockquote> : null}
      {answer ? (
        <Row as="p" wrap align="center" gap={10} rowGap={4} className={css.along}>
          {answer.evidences.map(({ id, name: title }) => (
            <Tag key={`e${id}`}>{title}</Tag>
          ))}
          {answer.evidence_count > answer.evidences.length ? <small>{t('results.details.evidences', { count: answer.evidence_count })}</small> : null}
          {answer.actions.map(({ id, identifier, name: title }) => (
            <Tag key={`a${id}`}>{[identifier, title].filter(Boolean).join(' ')}</Tag>
          ))}
          <small>
            {t('results.details.by', { name: answer.by ?? (typeof answer.value === 'number' ? t('answer.metric.by') : '–'), date: format.dateTime(answer.at) })}
          </small>
          <Button variant="link" size="sm" aria-label={t('results.details.history_of', { name })} onClick={() => setHistory(true)}>
            {t('results.details.history')}
          </Button>
        </Row>
      ) : null}
      {history && answer ? (
        <Modal title={t('results.details.history_of', { name })} onClose={() => setHistory(false)}>
          <History content={content} item={item} />
        </Modal>
      ) : null}
    </li>
  )
}

function History({ content, item }: Pick<LineProps, 'content' | 'item'>) {
  const t = useWords('campaigns')
  const format = useFormat()
  const valueText = useValueText({ content, item })
  const { data } = useAnswerHistory(content.id, item.item)
  if (!data) return <SkeletonRows count={3} />
  return (
    <ul className={css.found}>
      {data.objects.map((one) => (
        <li key={`${one.version} ${one.at}`}>
          <LevelChip level={one.level} na={one.na} levels={content.levels} /> {valueText(one.value)}
          {one.justification ? <blockquote>{one.justification}</blockquote> : null}
          {one.comment ? <blockquote>{one.comment}</blockquote> : null}
          <small>
            {t('results.details.by', { name: one.by ?? (typeof one.value === 'number' ? t('answer.metric.by') : '–'), date: format.dateTime(one.at) })}
          </small>
        </li>
      ))}
      {data.objects.length < 2 ? <li>{t('results.details.history_none')}</li> : null}
    </ul>
  )
}
