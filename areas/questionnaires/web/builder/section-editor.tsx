import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { said, type Section } from '#areas/questionnaires/contract/structure.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { TextArea, TextInput } from '#kit/web/ui/text-input.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import css from './builder.module.css'
import { ConditionsEditor } from './conditions-editor.tsx'
import { changeSection, move, remove } from './edit.ts'
import { faultAt, type EditorProps } from './editor-props.ts'
import { NumberInput } from './number-input.tsx'
import { useFaultWords } from './use-fault-words.ts'

/** One section: what it is called, what it weighs and when it is shown. */
export function SectionEditor({ id, structure, faults, editable, change, apply }: EditorProps) {
  const t = useWords('questionnaires')
  const lang = useLanguage()
  const say = useFaultWords()
  const at = structure.sections.findIndex(({ key }) => key === id)
  const section = structure.sections[at]
  if (!section) return null
  const set = (changes: Partial<Section>) => change((before) => changeSection(before, id, changes))
  const piece = { kind: 'section', key: id } as const
  const missing = faultAt(faults, 'title', say)
  const drop = async () => {
    const { length } = section.questions
    if (length === 0 || (await confirm({ message: t('confirm.remove_section', { count: length }), danger: true, confirm: t('editor.remove') })))
      apply((before) => remove(before, piece))
  }
  return (
    <>
      <header className={css.title}>
        <span>{at + 1}</span>
        <h2>{said(section, 'title', lang) || t('editor.new_section')}</h2>
        {editable ? (
          <>
            <IconButton label={t('editor.up')} disabled={at === 0} onClick={() => change((before) => move(before, piece, -1))}>
              <ArrowUp size={16} aria-hidden />
            </IconButton>
            <IconButton label={t('editor.down')} disabled={at === structure.sections.length - 1} onClick={() => change((before) => move(before, piece, 1))}>
              <ArrowDown size={16} aria-hidden />
            </IconButton>
            <IconButton label={t('editor.remove')} onClick={() => void drop()}>
              <Trash2 size={16} aria-hidden />
            </IconButton>
          </>
        ) : null}
      </header>
      <div className={css.pair}>
        <div data-field="title">
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- an empty section is there to be named */}
          <TextInput
            label={t('fields.title_en')}
            required
            lang="en"
            maxLength={255}
            autoFocus={editable && !section.title_en && !section.title_fr && lang === 'en'}
            error={section.title_en ? undefined : missing}
            value={section.title_en ?? ''}
            onChange={(event) => set({ title_en: event.target.value || null })}
          />
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the same in French */}
        <TextInput
          label={t('fields.title_fr')}
          required
          lang="fr"
          maxLength={255}
          autoFocus={editable && !section.title_en && !section.title_fr && lang === 'fr'}
          error={section.title_fr ? undefined : missing}
          value={section.title_fr ?? ''}
          onChange={(event) => set({ title_fr: event.target.value || null })}
        />
      </div>
      <div className={css.pair}>
        <TextArea
          label={t('fields.description_en')}
          rows={2}
          lang="en"
          maxLength={4000}
          value={section.description_en ?? ''}
          onChange={(event) => set({ description_en: event.target.value || null })}
        />
        <TextArea
          label={t('fields.description_fr')}
          rows={2}
          lang="fr"
          maxLength={4000}
          value={section.description_fr ?? ''}
          onChange={(event) => set({ description_fr: event.target.value || null })}
        />
      </div>
      <div className={css.small}>
        <NumberInput label={t('fields.weight')} value={section.weight} min={0} max={1000} whole onChange={(weight) => set({ weight: weight ?? 1 })} />
      </div>
      <ConditionsEditor
        structure={structure}
        before={id}
        conditions={section.conditions}
        faults={faults}
        editable={editable}
        onChange={(conditions) => set({ conditions })}
      />
    </>
  )
}
