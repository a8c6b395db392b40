import { Upload } from 'lucide-react'
import { useId, useState } from 'react'
import type { Answer } from '#areas/questionnaires/contract/play.ts'
import { isClosed, textIn, type Question } from '#areas/questionnaires/contract/structure.ts'
import { levelName } from '#kit/contract/level.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { TextArea, TextInput } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './player.module.css'

export interface AskedProps {
  readonly question: Question
  readonly lang: 'en' | 'fr'
  readonly value: Answer | undefined
  readonly onAnswer: (value: Answer | undefined) => void
}

/** One question as whoever answers sees it. */
export function Asked({ question, lang, value, onAnswer }: AskedProps) {
  const t = useWords('questionnaires')
  const id = useId()
  const text = textIn(question, 'text', lang) || t('untitled')
  const help = textIn(question, 'help', lang)
  return (
    <Stack as="fieldset" gap={6} className={css.asked}>
      <Text as="legend" full size={14} weight={600}>
        {text}
        {question.mandatory ? <Text tone="bad"> *</Text> : null}
      </Text>
      {help ? <p className={css.quiet}>{help}</p> : null}
      <Control id={id} question={question} text={text} lang={lang} value={value} onAnswer={onAnswer} />
      {question.comment === 'REQUIRED' ? (
        <Row as="p" align="center" gap={6} padY={6} padX={10} corner={6} className={css.with}>
          {t('play.comment_required')}
        </Row>
      ) : null}
      {question.proof === 'NONE' ? null : (
        <Row as="p" align="center" gap={6} padY={6} padX={10} corner={6} className={css.with}>
          <Upload size={14} aria-hidden />
          {t(question.proof === 'REQUIRED' ? 'play.proof_required' : 'play.proof_allowed')}
        </Row>
      )}
    </Stack>
  )
}

function Control({ id, question, text, lang, value, onAnswer }: AskedProps & { readonly id: string; readonly text: string }) {
  const levels = useLevels('eval')
  const t = useWords('questionnaires')
  const { type } = question
  if (isClosed(type)) {
    const chosen = Array.isArray(value) ? (value as readonly string[]) : []
    return question.options.map((option) => {
      const on = chosen.includes(option.key)
      return (
        <Row key={option.key} as="label" align="start" gap={10} edge="strong" corner={6} fill="surface" className={css.option} data-on={on || undefined}>
          <input
            type={type === 'SINGLE' ? 'radio' : 'checkbox'}
            name={id}
            checked={on}
            onChange={() => onAnswer(type === 'SINGLE' ? [option.key] : on ? chosen.filter((key) => key !== option.key) : [...chosen, option.key])}
          />
          {textIn(option, 'label', lang) || t('untitled')}
        </Row>
      )
    })
  }
  if (type === 'SCALE') {
    return levels.map((level) => (
      <Row
        key={level.value}
        as="label"
        align="start"
        gap={10}
        edge="strong"
        corner={6}
        fill="surface"
        className={css.option}
        data-on={value === level.value || undefined}
      >
        <input type="radio" name={id} checked={value === level.value} onChange={() => onAnswer(level.value)} />
        {levelName(level, lang)}
      </Row>
    ))
  }
  if (type === 'TEXT')
    return <TextArea aria-label={text} rows={2} value={typeof value === 'string' ? value : ''} onChange={(event) => onAnswer(event.target.value)} />
  if (type === 'DATE')
    return <DateInput strict aria-label={text} value={typeof value === 'string' && value !== '' ? value : null} onChange={(day) => onAnswer(day ?? '')} />
  return <NumberBox text={text} value={value} onAnswer={onAnswer} />
}

function NumberBox({ text, value, onAnswer }: { readonly text: string; readonly value: Answer | undefined; readonly onAnswer: AskedProps['onAnswer'] }) {
  const [typed, setTyped] = useState(typeof value === 'number' ? String(value) : '')
  return (
    <TextInput
      aria-label={text}
      inputMode="decimal"
      value={value === undefined ? '' : typed}
      onChange={(event) => {
        setTyped(event.target.value)
        const number = Number(event.target.value.replace(',', '.'))
        onAnswer(event.target.value.trim() === '' || !Number.isFinite(number) ? Number.NaN : number)
      }}
    />
  )
}
