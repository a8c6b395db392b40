import { Plus, X } from 'lucide-react'
import { textIn, type Accumulator } from '#areas/questionnaires/contract/structure.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Grid, Stack } from '#kit/web/ui/layout.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { BothTexts } from './both-texts.tsx'
import css from './builder.module.css'
import { changeAccumulator, remove } from './edit.ts'
import { faultAt, type EditorProps } from './editor-props.ts'
import { NumberInput } from './number-input.tsx'
import { PieceHead } from './piece-head.tsx'
import { useFaultWords } from './use-fault-words.ts'

/** One accumulator: its bounds, and what it amounts to from a value on. */
export function AccumulatorEditor({ id, structure, faults, editable, change, apply }: EditorProps) {
  const t = useWords('questionnaires')
  const lang = useLanguage()
  const say = useFaultWords()
  const one = structure.accumulators.find(({ key }) => key === id)
  if (!one) return null
  const set = (changes: Partial<Accumulator>) => change((before) => changeAccumulator(before, id, changes))
  const piece = { kind: 'accumulator', key: id } as const
  const setLevel = (n: number, changes: Partial<Accumulator['levels'][number]>) =>
    set({ levels: one.levels.map((level, m) => (m === n ? { ...level, ...changes } : level)) })
  return (
    <>
      <PieceHead
        piece={piece}
        title={textIn(one, 'name', lang) || t('editor.new_accumulator')}
        editable={editable}
        change={change}
        onRemove={() => apply((before) => remove(before, piece))}
      />
      <BothTexts of={one} name="name" required missing={faultAt(faults, 'name', say)} onChange={set} />
      <Grid gap={12} className={css.three} data-field="initial">
        {(['initial', 'min', 'max'] as const).map((name) => (
          <NumberInput
            key={name}
            label={t(`fields.${name}`)}
            value={one[name]}
            error={name === 'initial' ? faultAt(faults, 'initial', say) : undefined}
            onChange={(value) => value !== null && set({ [name]: value })}
          />
        ))}
      </Grid>
      <Stack as="section" align="start" gap={8} aria-label={t('editor.levels')} data-field="levels">
        <h3>{t('editor.levels')}</h3>
        <Text as="p" size={12} tone="quiet" breaks>
          {t('editor.levels_lead')}
        </Text>
        {faultAt(faults, 'levels', say) ? (
          <Text as="p" size={12} tone="bad">
            {faultAt(faults, 'levels', say)}
          </Text>
        ) : null}
        {one.levels.map((level, n) => (
          <Grid key={`l${n}`} align="center" gap={8} full className={css.level}>
            <NumberInput aria-label={t('editor.level_from', { n: n + 1 })} value={level.from} onChange={(from) => from !== null && setLevel(n, { from })} />
            <TextInput
              aria-label={t('editor.level_en', { n: n + 1 })}
              placeholder="EN"
              lang="en"
              maxLength={255}
              value={level.name_en ?? ''}
              onChange={(event) => setLevel(n, { name_en: event.target.value || null })}
            />
            <TextInput
              aria-label={t('editor.level_fr', { n: n + 1 })}
              placeholder="FR"
              lang="fr"
              maxLength={255}
              value={level.name_fr ?? ''}
              onChange={(event) => setLevel(n, { name_fr: event.target.value || null })}
            />
            {editable ? (
              <IconButton label={t('editor.level_remove', { n: n + 1 })} size="sm" onClick={() => set({ levels: one.levels.filter((_, m) => m !== n) })}>
                <X size={14} aria-hidden />
              </IconButton>
            ) : null}
          </Grid>
        ))}
        {editable ? (
          <Button
            variant="link"
            size="sm"
            icon={<Plus size={14} aria-hidden />}
            onClick={() => set({ levels: [...one.levels, { from: (one.levels.at(-1)?.from ?? one.min - 1) + 1, name_en: null, name_fr: null }] })}
          >
            {t('editor.level_add')}
          </Button>
        ) : null}
      </Stack>
    </>
  )
}
