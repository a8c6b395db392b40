import { textIn, type Section } from '#areas/questionnaires/contract/structure.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { confirm } from '#kit/web/ui/confirm.ts'
import { BothTexts } from './both-texts.tsx'
import css from './builder.module.css'
import { ConditionsEditor } from './conditions-editor.tsx'
import { changeSection, remove } from './edit.ts'
import { faultAt, type EditorProps } from './editor-props.ts'
import { NumberInput } from './number-input.tsx'
import { PieceHead } from './piece-head.tsx'
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
  const drop = async () => {
    const { length } = section.questions
    if (length === 0 || (await confirm({ message: t('confirm.remove_section', { count: length }), danger: true, confirm: t('editor.remove') })))
      apply((before) => remove(before, piece))
  }
  return (
    <>
      <PieceHead
        piece={piece}
        number={at + 1}
        title={textIn(section, 'title', lang) || t('editor.new_section')}
        editable={editable}
        first={at === 0}
        last={at === structure.sections.length - 1}
        change={change}
        onRemove={() => void drop()}
      />
      <BothTexts
        of={section}
        name="title"
        required
        missing={faultAt(faults, 'title', say)}
        begin={editable && !section.title_en && !section.title_fr}
        onChange={set}
      />
      <BothTexts of={section} name="description" long onChange={set} />
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
