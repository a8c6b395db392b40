import { Copy } from 'lucide-react'
import { useState } from 'react'
import { attachments, isClosed, questionsOf, questionTypes, textIn, type Question, type QuestionType } from '#areas/questionnaires/contract/structure.ts'
import { numbersOf } from '#areas/questionnaires/contract/faults.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { Box, Row, Stack } from '#kit/web/ui/layout.tsx'
import { ReadValue } from '#kit/web/ui/reading.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { BothTexts } from './both-texts.tsx'
import css from './builder.module.css'
import { ConditionsEditor } from './conditions-editor.tsx'
import { changeQuestion, duplicate, newOption, remove } from './edit.ts'
import { faultAt, type EditorProps } from './editor-props.ts'
import { LinkedRequirements } from './linked-requirements.tsx'
import { MetricChoice } from './metric-choice.tsx'
import { NumberInput } from './number-input.tsx'
import { OptionsTable } from './options-table.tsx'
import { PieceHead } from './piece-head.tsx'
import { typeIcons } from './tree.tsx'
import { useFaultWords } from './use-fault-words.ts'

/** One question: its texts, how it is answered, what its options are worth and when it is shown. */
export function QuestionEditor({ id, structure, faults, editable, change, apply }: EditorProps) {
  const t = useWords('questionnaires')
  const kit = useWords('kit')
  const lang = useLanguage()
  const say = useFaultWords()
  const question = questionsOf(structure).find(({ key }) => key === id)
  const [helping, setHelping] = useState(() => Boolean(question?.help_en || question?.help_fr))
  if (!question) return null
  const set = (changes: Partial<Question>) => change((before) => changeQuestion(before, id, changes))
  const piece = { kind: 'question', key: id } as const
  const retype = (type: QuestionType) =>
    set({
      type,
      ...(type !== 'NUMBER' && { metric: null }),
      ...(isClosed(type) && question.options.length === 0 && { options: [newOption([])] }),
      ...(!isClosed(type) && question.options.every((one) => !one.label_en && !one.label_fr) && { options: [] }),
    })
  return (
    <>
      <PieceHead
        piece={piece}
        number={numbersOf(structure).get(id)}
        title={textIn(question, 'text', lang) || t('editor.new_question')}
        editable={editable}
        change={change}
        onRemove={() => apply((before) => remove(before, piece))}
      >
        <IconButton label={t('editor.duplicate')} onClick={() => apply((before) => duplicate(before, id))}>
          <Copy size={16} aria-hidden />
        </IconButton>
      </PieceHead>
      <BothTexts of={question} name="text" long required missing={faultAt(faults, 'text', say)} onChange={set} />
      {helping ? (
        <BothTexts of={question} name="help" long onChange={set} />
      ) : editable ? (
        <Box type="button" as="button" tone="accent" size={12} className={css.link} onClick={() => setHelping(true)}>
          {t('editor.add_help')}
        </Box>
      ) : null}
      {editable ? (
        <Row wrap align="end" gap={16} rowGap={12}>
          <Stack gap={4} narrows overflow="scrolled-across" className={css.types}>
            <Text size={12} tone="soft" weight={500}>
              {t('fields.type')}
            </Text>
            <Segmented
              label={t('fields.type')}
              value={question.type}
              onChange={retype}
              options={questionTypes.map((type) => {
                const Icon = typeIcons[type]
                return { value: type, label: t(`types.${type}`), icon: <Icon size={14} aria-hidden /> }
              })}
            />
          </Stack>
        </Row>
      ) : (
        <ReadValue label={t('fields.type')}>{t(`types.${question.type}`)}</ReadValue>
      )}
      <Row wrap align="end" gap={16} rowGap={12}>
        <div className={css.small}>
          <NumberInput label={t('fields.weight')} value={question.weight} min={0} max={1000} whole onChange={(weight) => set({ weight: weight ?? 1 })} />
        </div>
        {(['comment', 'proof'] as const).map((name) => (
          <div key={name} className={css.medium}>
            <Select
              label={t(`fields.${name}`)}
              value={question[name]}
              onChange={(value) => set({ [name]: value })}
              options={attachments.map((value) => ({ value, label: t(`attachments.${value}`) }))}
            />
          </div>
        ))}
        {editable ? (
          <Checkbox label={t('fields.mandatory')} checked={question.mandatory} onChange={(event) => set({ mandatory: event.target.checked })} />
        ) : (
          <ReadValue label={t('fields.mandatory')}>{kit(question.mandatory ? 'yes' : 'no')}</ReadValue>
        )}
      </Row>
      {isClosed(question.type) ? (
        <OptionsTable question={question} structure={structure} faults={faults} editable={editable} onChange={(options) => set({ options })} />
      ) : null}
      {question.type === 'NUMBER' ? <MetricChoice identifier={question.metric ?? null} editable={editable} onChange={(metric) => set({ metric })} /> : null}
      {question.type === 'SCALE' ? (
        <Text as="p" size={12} tone="quiet" breaks>
          {t('editor.scale')}
        </Text>
      ) : null}
      <LinkedRequirements keys={question.requirements} editable={editable} onChange={(requirements) => set({ requirements })} />
      <ConditionsEditor
        structure={structure}
        before={id}
        conditions={question.conditions}
        faults={faults}
        editable={editable}
        onChange={(conditions) => set({ conditions })}
      />
    </>
  )
}
