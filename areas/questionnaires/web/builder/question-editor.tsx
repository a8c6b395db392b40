import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { attachments, isClosed, questionsOf, questionTypes, said, type Question, type QuestionType } from '#areas/questionnaires/contract/structure.ts'
import { numbersOf } from '#areas/questionnaires/contract/faults.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import css from './builder.module.css'
import { ConditionsEditor } from './conditions-editor.tsx'
import { changeQuestion, duplicate, move, newOption, remove } from './edit.ts'
import { faultAt, type EditorProps } from './editor-props.ts'
import { NumberInput } from './number-input.tsx'
import { OptionsTable } from './options-table.tsx'
import { typeIcons } from './tree.tsx'
import { useFaultWords } from './use-fault-words.ts'

/** One question: its texts, how it is answered, what its options are worth and when it is shown. */
export function QuestionEditor({ id, structure, faults, editable, change, apply }: EditorProps) {
  const t = useWords('questionnaires')
  const lang = useLanguage()
  const say = useFaultWords()
  const question = questionsOf(structure).find(({ key }) => key === id)
  const [helping, setHelping] = useState(() => Boolean(question?.help_en || question?.help_fr))
  if (!question) return null
  const set = (changes: Partial<Question>) => change((before) => changeQuestion(before, id, changes))
  const piece = { kind: 'question', key: id } as const
  const missing = faultAt(faults, 'text', say)
  const retype = (type: QuestionType) =>
    set({
      type,
      ...(isClosed(type) && question.options.length === 0 && { options: [newOption([])] }),
      ...(!isClosed(type) && question.options.every((one) => !one.label_en && !one.label_fr) && { options: [] }),
    })
  return (
    <>
      <header className={css.title}>
        <span>{numbersOf(structure).get(id)}</span>
        <h2>{said(question, 'text', lang) || t('editor.new_question')}</h2>
        {editable ? (
          <>
            <IconButton label={t('editor.up')} onClick={() => change((before) => move(before, piece, -1))}>
              <ArrowUp size={16} aria-hidden />
            </IconButton>
            <IconButton label={t('editor.down')} onClick={() => change((before) => move(before, piece, 1))}>
              <ArrowDown size={16} aria-hidden />
            </IconButton>
            <IconButton label={t('editor.duplicate')} onClick={() => apply((before) => duplicate(before, id))}>
              <Copy size={16} aria-hidden />
            </IconButton>
            <IconButton label={t('editor.remove')} onClick={() => apply((before) => remove(before, piece))}>
              <Trash2 size={16} aria-hidden />
            </IconButton>
          </>
        ) : null}
      </header>
      <div className={css.pair}>
        <div data-field="text">
          <TextArea
            label={t('fields.text_en')}
            rows={2}
            required
            lang="en"
            maxLength={4000}
            error={question.text_en ? undefined : missing}
            value={question.text_en ?? ''}
            onChange={(event) => set({ text_en: event.target.value || null })}
          />
        </div>
        <TextArea
          label={t('fields.text_fr')}
          rows={2}
          required
          lang="fr"
          maxLength={4000}
          error={question.text_fr ? undefined : missing}
          value={question.text_fr ?? ''}
          onChange={(event) => set({ text_fr: event.target.value || null })}
        />
      </div>
      {helping ? (
        <div className={css.pair}>
          <TextArea
            label={t('fields.help_en')}
            rows={2}
            lang="en"
            maxLength={4000}
            value={question.help_en ?? ''}
            onChange={(event) => set({ help_en: event.target.value || null })}
          />
          <TextArea
            label={t('fields.help_fr')}
            rows={2}
            lang="fr"
            maxLength={4000}
            value={question.help_fr ?? ''}
            onChange={(event) => set({ help_fr: event.target.value || null })}
          />
        </div>
      ) : editable ? (
        <button type="button" className={css.link} onClick={() => setHelping(true)}>
          {t('editor.add_help')}
        </button>
      ) : null}
      <div className={css.answering}>
        <div className={css.types}>
          <span className={css.label}>{t('fields.type')}</span>
          <Segmented
            label={t('fields.type')}
            value={question.type}
            onChange={retype}
            options={questionTypes.map((type) => {
              const Icon = typeIcons[type]
              return { value: type, label: t(`types.${type}`), icon: <Icon size={14} aria-hidden /> }
            })}
          />
        </div>
      </div>
      <div className={css.answering}>
        <div className={css.small}>
          <NumberInput label={t('fields.weight')} value={question.weight} min={0} max={1000} whole onChange={(weight) => set({ weight: weight ?? 1 })} />
        </div>
        {(['comment', 'proof'] as const).map((name) => (
          <div key={name} className={css.medium}>
            <Select
              label={t(`fields.${name}`)}
              value={question[name]}
              disabled={!editable}
              onChange={(value) => set({ [name]: value })}
              options={attachments.map((value) => ({ value, label: t(`attachments.${value}`) }))}
            />
          </div>
        ))}
        <Checkbox label={t('fields.mandatory')} checked={question.mandatory} onChange={(event) => set({ mandatory: event.target.checked })} />
      </div>
      {isClosed(question.type) ? (
        <OptionsTable question={question} structure={structure} faults={faults} editable={editable} onChange={(options) => set({ options })} />
      ) : null}
      {question.type === 'SCALE' ? <p className={css.quiet}>{t('editor.scale')}</p> : null}
      {question.requirements.length > 0 ? (
        <p className={css.quiet}>
          {t('editor.requirements')} {question.requirements.join(' · ')}
        </p>
      ) : null}
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
