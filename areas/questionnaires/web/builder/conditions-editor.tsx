import { Eye, Plus, Split, X } from 'lucide-react'
import { Fragment, useMemo } from 'react'
import { numbersOf, type Fault } from '#areas/questionnaires/contract/faults.ts'
import {
  isClosed,
  limits,
  textIn,
  type AccumulatorCondition,
  type AnswerCondition,
  type Condition,
  type Question,
  type Structure,
} from '#areas/questionnaires/contract/structure.ts'
import { sentenceOf } from '#areas/questionnaires/web/sentence.ts'
import { levelName } from '#kit/contract/level.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Box, Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { MultiSelect } from '#kit/web/ui/multi-select.tsx'
import { shortName } from '#kit/web/ui/option.ts'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './conditions.module.css'
import { NumberInput } from './number-input.tsx'
import { useFaultWords } from './use-fault-words.ts'

interface ConditionsEditorProps {
  readonly structure: Structure
  /** The key of the question or section: what stands before it may be asked of. */
  readonly before: string
  readonly conditions: readonly (readonly Condition[])[]
  readonly faults: readonly Fault[]
  readonly editable: boolean
  readonly onChange: (conditions: Condition[][]) => void
}

/** When something is shown: sentences of menus, all of a group and one of the groups, with what they say in plain words below. */
export function ConditionsEditor({ structure, before, conditions, faults, editable, onChange }: ConditionsEditorProps) {
  const t = useWords('questionnaires')
  const say = useFaultWords()
  const levels = useLevels('eval')
  const earlier = useMemo(() => earlierOf(structure, before), [structure, before])
  const wrong = faults.filter(({ path }) => path.includes('.conditions'))
  const first = useMemo((): Condition | undefined => firstCondition(earlier, structure), [earlier, structure])
  const put = (g: number, c: number, one: Condition) =>
    onChange(conditions.map((group, n) => (n === g ? group.map((each, m) => (m === c ? one : each)) : [...group])))
  const drop = (g: number, c: number) =>
    onChange(conditions.map((group, n) => (n === g ? group.filter((_, m) => m !== c) : [...group])).filter((group) => group.length > 0))
  return (
    <Stack as="section" align="start" gap={8} className={css.conditions} aria-label={t('conditions.title')} data-field="conditions">
      <h3>
        <Split size={14} aria-hidden /> {t('conditions.title')} <span>{t('conditions.lead')}</span>
      </h3>
      {conditions.length > 0 ? (
        <Stack gap={8} full padY={10} padX={12} edge="all" corner={8} fill="subtle">
          {conditions.map((group, g) => (
            <Fragment key={`g${g}`}>
              {g > 0 ? (
                <Row as="p" align="center" gap={10} tone="quiet" size={11} weight={600} className={css.or}>
                  {t('conditions.or')}
                </Row>
              ) : null}
              {group.map((one, c) => (
                <Grid key={`c${c}`} align="center" gap={6} className={css.line} data-field={`conditions.${g}.${c}`}>
                  <Text tone="quiet" size={12} side="end">
                    {c > 0 ? t('conditions.and') : ''}
                  </Text>
                  <Sentence one={one} structure={structure} earlier={earlier} onChange={(changed) => put(g, c, changed)} />
                  {editable ? (
                    <IconButton label={t('conditions.remove')} size="sm" onClick={() => drop(g, c)}>
                      <X size={14} aria-hidden />
                    </IconButton>
                  ) : null}
                  {wrong
                    .filter(({ path }) => path.endsWith(`.conditions.${g}.${c}`))
                    .map((fault) => (
                      <Text key={fault.path} as="p" tone="bad" size={12} className={css.error}>
                        {say(fault)}
                      </Text>
                    ))}
                </Grid>
              ))}
              {editable && g === conditions.length - 1 && first ? (
                <Row gap={14} className={css.add}>
                  <Button
                    variant="link"
                    size="sm"
                    icon={<Plus size={13} aria-hidden />}
                    disabled={group.length >= limits.conditions}
                    onClick={() => onChange(conditions.map((each, n) => (n === g ? [...each, first] : [...each])))}
                  >
                    {t('conditions.and')}
                  </Button>
                  <Button
                    variant="link"
                    size="sm"
                    icon={<Plus size={13} aria-hidden />}
                    disabled={conditions.length >= limits.groups}
                    onClick={() => onChange([...conditions.map((each) => [...each]), [first]])}
                  >
                    {t('conditions.or_small')}
                  </Button>
                </Row>
              ) : null}
            </Fragment>
          ))}
        </Stack>
      ) : null}
      {wrong
        .filter(({ path }) => path.endsWith('.conditions'))
        .map((fault) => (
          <Text key={fault.code} as="p" tone="bad" size={12} className={css.error} role="alert">
            {say(fault)}
          </Text>
        ))}
      {conditions.length === 0 && editable ? (
        first ? (
          <Button variant="link" size="sm" icon={<Plus size={13} aria-hidden />} onClick={() => onChange([[first]])}>
            {t('conditions.add')}
          </Button>
        ) : (
          <p className={css.quiet}>{t('conditions.nothing_before')}</p>
        )
      ) : null}
      <Row gap={10} full padY={10} padX={12} corner={8} fill="selected" size={13} className={css.plain}>
        <Eye size={14} aria-hidden />
        <div>
          <p lang="en">{sentenceOf(structure, conditions, 'en', levels)}</p>
          <p lang="fr">{sentenceOf(structure, conditions, 'fr', levels)}</p>
        </div>
      </Row>
    </Stack>
  )
}

interface Earlier {
  readonly question: Question
  readonly number: string
}

/** The questions before a question, or before a section. */
function earlierOf(structure: Structure, before: string): Earlier[] {
  const numbers = numbersOf(structure)
  const found: Earlier[] = []
  for (const section of structure.sections) {
    if (section.key === before) return found
    for (const question of section.questions) {
      if (question.key === before) return found
      found.push({ question, number: numbers.get(question.key) ?? '' })
    }
  }
  return found
}

const aboutQuestion = (question: Question): AnswerCondition => ({
  type: 'ANSWER',
  question: question.key,
  operator: isClosed(question.type) ? 'IN' : question.type === 'TEXT' || question.type === 'SCALE' ? 'EQ' : 'GT',
  values: isClosed(question.type) && question.options[0] ? [question.options[0].key] : [],
})
const aboutAccumulator = (accumulator: string): AccumulatorCondition => ({ type: 'ACCUMULATOR', accumulator, operator: 'GE', value: 1 })

function firstCondition(earlier: readonly Earlier[], { accumulators: [accumulator] }: Structure): Condition | undefined {
  const nearest = earlier.findLast(({ question }) => isClosed(question.type)) ?? earlier.at(-1)
  return nearest ? aboutQuestion(nearest.question) : accumulator && aboutAccumulator(accumulator.key)
}

interface SentenceProps {
  readonly one: Condition
  readonly structure: Structure
  readonly earlier: readonly Earlier[]
  readonly onChange: (one: Condition) => void
}

function Sentence({ one, structure, earlier, onChange }: SentenceProps) {
  const t = useWords('questionnaires')
  const lang = useLanguage()
  const subject = one.type === 'ANSWER' ? `q ${one.question}` : `a ${one.accumulator}`
  const options = [
    ...earlier.map(({ question, number }) => ({ value: `q ${question.key}`, label: shortName(`${number} ${textIn(question, 'text', lang) || question.key}`) })),
    ...structure.accumulators.map((each) => ({ value: `a ${each.key}`, label: textIn(each, 'name', lang) || each.key })),
  ]
  const question = one.type === 'ANSWER' ? structure.sections.flatMap(({ questions }) => questions).find(({ key }) => key === one.question) : undefined
  const known = options.some(({ value }) => value === subject)
  const choose = (value: string | null) => {
    const [kind, key = ''] = (value ?? '').split(' ')
    const found = earlier.find(({ question: each }) => each.key === key)
    if (kind === 'a') onChange(aboutAccumulator(key))
    else if (found) onChange(aboutQuestion(found.question))
  }
  return (
    <Grid gap={6} className={css.sentence}>
      <Select
        aria-label={t('conditions.subject')}
        value={subject}
        onChange={choose}
        options={known ? options : [{ value: subject, label: one.type === 'ANSWER' ? one.question : one.accumulator, disabled: true }, ...options]}
      />
      {one.type === 'ACCUMULATOR' ? <AccumulatorPart one={one} onChange={onChange} /> : <AnswerPart one={one} question={question} onChange={onChange} />}
    </Grid>
  )
}

interface PartProps<C extends Condition> {
  readonly one: C
  readonly onChange: (one: C) => void
}

function AccumulatorPart({ one, onChange }: PartProps<AccumulatorCondition>) {
  const t = useWords('questionnaires')
  return (
    <>
      <Select
        aria-label={t('conditions.operator')}
        value={one.operator}
        onChange={(operator) =>
          onChange({ ...one, operator: operator as AccumulatorCondition['operator'], ...(operator === 'BETWEEN' && { to: one.to ?? one.value }) })
        }
        options={(['GE', 'LE', 'EQ', 'BETWEEN'] as const).map((value) => ({ value, label: t(`conditions.accumulator.${value}`) }))}
      />
      <div className={css.number}>
        <NumberInput aria-label={t('conditions.value')} value={one.value} onChange={(value) => value !== null && onChange({ ...one, value })} />
      </div>
      {one.operator === 'BETWEEN' ? (
        <div className={css.number}>
          <NumberInput aria-label={t('conditions.to')} value={one.to ?? one.value} onChange={(to) => to !== null && onChange({ ...one, to })} />
        </div>
      ) : null}
    </>
  )
}

function AnswerPart({ one, question, onChange }: PartProps<AnswerCondition> & { readonly question: Question | undefined }) {
  const t = useWords('questionnaires')
  const lang = useLanguage()
  const levels = useLevels('eval')
  const type = question?.type ?? 'TEXT'
  const closed = isClosed(type)
  const operators = closed ? (['IN', 'NOT_IN', 'EQ'] as const) : type === 'TEXT' ? (['EQ'] as const) : (['EQ', 'GT', 'LT'] as const)
  const [value] = one.values
  const set = (values: AnswerCondition['values']) => onChange({ ...one, values })
  return (
    <>
      <Select
        aria-label={t('conditions.operator')}
        value={one.operator}
        onChange={(operator) => onChange({ ...one, operator: operator as AnswerCondition['operator'] })}
        options={operators.map((each) => ({
          value: each,
          label: t(closed ? `conditions.closed.${each as 'IN' | 'NOT_IN' | 'EQ'}` : `conditions.open.${each as 'EQ' | 'GT' | 'LT'}`),
        }))}
      />
      {closed ? (
        <Box across narrows>
          <MultiSelect
            aria-label={t('conditions.value')}
            value={one.values.map(String)}
            onChange={set}
            options={(question?.options ?? []).map((option) => ({ value: option.key, label: shortName(textIn(option, 'label', lang) || option.key) }))}
          />
        </Box>
      ) : type === 'SCALE' ? (
        <Select
          aria-label={t('conditions.value')}
          value={value === undefined ? null : String(value)}
          onChange={(chosen) => set(chosen === null ? [] : [Number(chosen)])}
          options={levels.map((level) => ({ value: String(level.value), label: levelName(level, lang) }))}
        />
      ) : type === 'NUMBER' ? (
        <div className={css.number}>
          <NumberInput
            aria-label={t('conditions.value')}
            value={typeof value === 'number' ? value : null}
            onChange={(number) => set(number === null ? [] : [number])}
          />
        </div>
      ) : (
        <TextInput
          aria-label={t('conditions.value')}
          {...(type === 'DATE' && { placeholder: t('conditions.day') })}
          maxLength={64}
          value={value === undefined ? '' : String(value)}
          onChange={(event) => set(event.target.value === '' ? [] : [event.target.value])}
        />
      )}
    </>
  )
}
