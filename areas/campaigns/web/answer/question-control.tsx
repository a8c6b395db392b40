import { useId, useState } from 'react'
import { isClosed, textIn as saidText, type Question } from '#areas/questionnaires/contract/structure.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { TextArea, TextInput } from '#kit/web/ui/text-input.tsx'
import type { Lang } from './model.ts'
import type { Evaluation } from './use-evaluation.ts'
import css from './cards.module.css'

interface ControlProps {
  readonly evaluation: Evaluation
  readonly question: Question
  readonly item: number
  readonly lang: Lang
  readonly labelled: string
}

/** What a question takes for an answer: options, a text, a number, a day. Those of a scale have cards. */
export function QuestionControl({ evaluation, question, item, lang, labelled }: ControlProps) {
  const { store, mayAnswer } = evaluation
  const id = useId()
  const { value } = store.valuesAt(item)
  const open = mayAnswer(item)
  const { type } = question
  if (isClosed(type)) {
    const chosen = Array.isArray(value) ? (value as readonly string[]) : []
    const many = type === 'MULTIPLE'
    const choose = (key: string, on: boolean) => store.edit(item, { value: many ? (on ? chosen.filter((one) => one !== key) : [...chosen, key]) : [key] })
    return (
      <Stack gap={6} className={css.options} role={many || !open ? 'group' : 'radiogroup'} aria-labelledby={labelled}>
        {question.options.map((option, n) => {
          const on = chosen.includes(option.key)
          return (
            <Row
              as={open ? 'label' : 'div'}
              holds
              align="center"
              gap={10}
              padY={8}
              padX={12}
              edge="strong"
              corner={8}
              fill="surface"
              size={14}
              key={option.key}
              data-option
              data-on={on || undefined}
              aria-current={(on && !open) || undefined}
            >
              {open ? <input type={many ? 'checkbox' : 'radio'} name={id} checked={on} onChange={() => choose(option.key, on)} /> : null}
              {n < 9 ? (
                <Grid as="i" rigid centered edge="strong" corner={4} tone="soft" size={11} weight={500} aria-hidden>
                  {n + 1}
                </Grid>
              ) : null}
              {saidText(option, 'label', lang)}
            </Row>
          )
        })}
      </Stack>
    )
  }
  if (type === 'NUMBER') return <NumberField key={item} evaluation={evaluation} item={item} labelled={labelled} />
  const text = typeof value === 'string' ? value : ''
  const write = (next: string) => store.edit(item, { value: next === '' ? null : next })
  if (type === 'DATE')
    return (
      <div className={css.day} data-field="value">
        <DateInput strict aria-label={saidText(question, 'text', lang)} value={text || null} onChange={(day) => write(day ?? '')} />
      </div>
    )
  return <TextArea data-field="value" aria-labelledby={labelled} rows={4} maxLength={4000} value={text} onChange={(event) => write(event.target.value)} />
}

function NumberField({ evaluation: { store }, item, labelled }: Pick<ControlProps, 'evaluation' | 'item' | 'labelled'>) {
  const t = useWords('campaigns')
  const { value } = store.valuesAt(item)
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState(false)
  const shown = typed ?? (typeof value === 'number' ? String(value) : '')
  return (
    <TextInput
      data-field="value"
      aria-labelledby={labelled}
      {...(wrong && { error: t('answer.errors.number') })}
      inputMode="decimal"
      value={shown}
      onBlur={() => {
        // What is no number stays to be seen, with what is wrong about it.
        if (!wrong) setTyped(undefined)
      }}
      onChange={(event) => {
        setTyped(event.target.value)
        const plain = event.target.value
          .trim()
          .replace(/[\s\u00A0\u202F]/g, '')
          .replace(',', '.')
        const number = Number(plain)
        if (plain === '') store.edit(item, { value: null })
        else if (Number.isFinite(number)) store.edit(item, { value: number })
        setWrong(plain !== '' && !Number.isFinite(number))
      }}
    />
  )
}
