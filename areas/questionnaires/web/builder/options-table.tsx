import { ArrowDown, ArrowUp, ClipboardPaste, Plus, X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import type { Fault } from '#areas/questionnaires/contract/faults.ts'
import { limits, textIn, type Option, type Question, type Structure } from '#areas/questionnaires/contract/structure.ts'
import { toneOf } from '#areas/questionnaires/web/accents.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { Popover } from '#kit/web/ui/popover.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextArea, TextInput } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './options.module.css'
import { newOption } from './edit.ts'
import { faultAt } from './editor-props.ts'
import { NumberInput } from './number-input.tsx'
import { useFaultWords } from './use-fault-words.ts'

interface OptionsTableProps {
  readonly question: Question
  readonly structure: Structure
  readonly faults: readonly Fault[]
  readonly editable: boolean
  readonly onChange: (options: Option[]) => void
}

/** The options of a closed question: label in both languages, value, and what each adds to accumulators. */
export function OptionsTable({ question: { options }, structure, faults, editable, onChange }: OptionsTableProps) {
  const t = useWords('questionnaires')
  const say = useFaultWords()
  const [pasting, setPasting] = useState(false)
  const set = (key: string, changes: Partial<Option>) => onChange(options.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const shift = (n: number, by: -1 | 1) => {
    const one = options[n]
    if (one && n + by >= 0 && n + by < options.length) onChange(options.toSpliced(n, 1).toSpliced(n + by, 0, one))
  }
  const keys = (n: number) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    shift(n, event.key === 'ArrowUp' ? -1 : 1)
  }
  const none = faultAt(faults, 'options', say)
  return (
    <Stack as="section" className={css.options} aria-label={t('options.title')} data-field="options">
      <h3>
        {t('options.title')} <span>{options.length}</span>
      </h3>
      {none ? (
        <Text as="p" below={6} tone="bad" size={12} role="alert">
          {none}
        </Text>
      ) : null}
      {options.map((option, n) => (
        <Grid
          key={option.key}
          align="start"
          gap={8}
          padY={8}
          padX={10}
          edge="all"
          fill="surface"
          className={css.option}
          onKeyDown={keys(n)}
          role="group"
          aria-label={t('options.nth', { n: n + 1 })}
        >
          <Grid gap={6} className={css.labels} data-field={`options.${n}.label`}>
            <TextInput
              aria-label={t('options.label_en', { n: n + 1 })}
              placeholder="EN"
              lang="en"
              maxLength={4000}
              value={option.label_en ?? ''}
              error={option.label_en || option.label_fr ? undefined : faultAt(faults, `options.${n}.label`, say)}
              onChange={(event) => set(option.key, { label_en: event.target.value || null })}
            />
            <TextInput
              aria-label={t('options.label_fr', { n: n + 1 })}
              placeholder="FR"
              lang="fr"
              maxLength={4000}
              value={option.label_fr ?? ''}
              onChange={(event) => set(option.key, { label_fr: event.target.value || null })}
            />
          </Grid>
          <div data-field={`options.${n}.value`}>
            <NumberInput
              aria-label={t('options.value', { n: n + 1 })}
              value={option.value}
              min={0}
              max={100}
              error={faultAt(faults, `options.${n}.value`, say)}
              onChange={(value) => set(option.key, { value })}
            />
          </div>
          <Effects option={option} structure={structure} editable={editable} onChange={(effects) => set(option.key, { effects })} />
          {editable ? (
            <Row align="center" className={css.tools}>
              <IconButton label={t('options.up', { n: n + 1 })} size="sm" disabled={n === 0} onClick={() => shift(n, -1)}>
                <ArrowUp size={14} aria-hidden />
              </IconButton>
              <IconButton label={t('options.down', { n: n + 1 })} size="sm" disabled={n === options.length - 1} onClick={() => shift(n, 1)}>
                <ArrowDown size={14} aria-hidden />
              </IconButton>
              <IconButton label={t('options.remove', { n: n + 1 })} size="sm" onClick={() => onChange(options.filter((one) => one !== option))}>
                <X size={14} aria-hidden />
              </IconButton>
            </Row>
          ) : null}
        </Grid>
      ))}
      <Text as="p" above={6} className={css.hint}>
        {t('options.hint')}
      </Text>
      {editable ? (
        <Row gap={14} className={css.add}>
          <Button
            variant="link"
            size="sm"
            icon={<Plus size={14} aria-hidden />}
            disabled={options.length >= limits.options}
            onClick={() => onChange([...options, newOption(options)])}
          >
            {t('options.add')}
          </Button>
          <Button variant="link" size="sm" icon={<ClipboardPaste size={14} aria-hidden />} onClick={() => setPasting(true)}>
            {t('options.paste')}
          </Button>
        </Row>
      ) : null}
      {pasting ? <PasteDialog options={options} onChange={onChange} onClose={() => setPasting(false)} /> : null}
    </Stack>
  )
}

interface EffectsProps {
  readonly option: Option
  readonly structure: Structure
  readonly editable: boolean
  readonly onChange: (effects: Option['effects']) => void
}

/** What an option adds to accumulators, as chips. */
function Effects({ option: { effects }, structure: { accumulators }, editable, onChange }: EffectsProps) {
  const t = useWords('questionnaires')
  const lang = useLanguage()
  const free = accumulators.filter(({ key }) => !effects.some(({ accumulator }) => accumulator === key))
  const nameOf = (key: string) => {
    const found = accumulators.find((one) => one.key === key)
    return (found && textIn(found, 'name', lang)) || key
  }
  if (accumulators.length === 0 && effects.length === 0) return <Row as="span" wrap align="center" gap={6} className={css.effects} />
  return (
    <Row wrap align="center" gap={6} className={css.effects}>
      {effects.map(({ accumulator, delta }) => (
        <Popover
          key={accumulator}
          label={nameOf(accumulator)}
          trigger={(props) => (
            <Row type="button" as="button" inline align="center" gap={6} padX={8} corner={4} fill="mute" tone="plain" size={12} className={css.chip} {...props}>
              <i data-tone={toneOf(accumulators.findIndex(({ key }) => key === accumulator))} aria-hidden />
              {nameOf(accumulator)}{' '}
              <Text as="b" weight={600}>
                {delta >= 0 ? `+${delta}` : delta}
              </Text>
            </Row>
          )}
        >
          {(close) => (
            <Stack align="stretch" gap={10} padY={12} padX={12} className={css.effect}>
              <NumberInput
                label={t('options.adds', { name: nameOf(accumulator) })}
                value={delta}
                onChange={(value) => value !== null && onChange(effects.map((one) => (one.accumulator === accumulator ? { ...one, delta: value } : one)))}
              />
              <Button
                size="sm"
                icon={<X size={14} aria-hidden />}
                onClick={() => {
                  close()
                  onChange(effects.filter((one) => one.accumulator !== accumulator))
                }}
              >
                {t('options.no_effect')}
              </Button>
            </Stack>
          )}
        </Popover>
      ))}
      {editable && free.length > 0 ? (
        <Popover
          label={t('options.add_effect')}
          trigger={(props) => (
            <Row
              type="button"
              as="button"
              inline
              align="center"
              gap={6}
              padX={8}
              corner={4}
              fill="mute"
              tone="plain"
              size={12}
              spread="middle"
              className={css.plus}
              aria-label={t('options.add_effect')}
              data-tooltip={t('options.add_effect')}
              {...props}
            >
              <Plus size={12} aria-hidden />
            </Row>
          )}
        >
          {(close) => (
            <NewEffect
              accumulators={free}
              onAdd={(effect) => {
                close()
                onChange([...effects, effect])
              }}
            />
          )}
        </Popover>
      ) : null}
    </Row>
  )
}

function NewEffect({ accumulators, onAdd }: { readonly accumulators: Structure['accumulators']; readonly onAdd: (effect: Option['effects'][number]) => void }) {
  const t = useWords('questionnaires')
  const lang = useLanguage()
  const [accumulator, setAccumulator] = useState(accumulators[0]?.key ?? null)
  const [delta, setDelta] = useState<number | null>(1)
  return (
    <Stack align="stretch" gap={10} padY={12} padX={12} className={css.effect}>
      <Select
        label={t('options.accumulator')}
        value={accumulator}
        onChange={setAccumulator}
        options={accumulators.map((one) => ({ value: one.key, label: textIn(one, 'name', lang) || one.key }))}
      />
      <NumberInput label={t('options.delta')} value={delta} onChange={setDelta} />
      <Button
        size="sm"
        variant="primary"
        disabled={accumulator === null || delta === null}
        onClick={() => accumulator !== null && delta !== null && onAdd({ accumulator, delta })}
      >
        {t('options.add_one')}
      </Button>
    </Stack>
  )
}

/** Options from a list, a line each, as it comes out of a spreadsheet: English, French, value. */
function PasteDialog({
  options,
  onChange,
  onClose,
}: {
  readonly options: readonly Option[]
  readonly onChange: (options: Option[]) => void
  readonly onClose: () => void
}) {
  const t = useWords('questionnaires')
  const [text, setText] = useState('')
  const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.split('\t').map((cell) => cell.trim())]))
  const take = () => {
    const made = options.filter((one) => one.label_en || one.label_fr)
    for (const [en = '', fr = '', value = ''] of lines.slice(0, limits.options - made.length)) {
      const number = Number(value.replace(',', '.'))
      made.push(newOption(made, { label_en: en || null, label_fr: fr || null, value: value !== '' && number >= 0 && number <= 100 ? number : null }))
    }
    onChange(made)
    onClose()
  }
  return (
    <Modal
      title={t('options.paste')}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" disabled={lines.length === 0} onClick={take}>
            {t('options.paste_take', { count: lines.length })}
          </Button>
        </>
      }
    >
      <TextArea label={t('options.paste_label')} help={t('options.paste_help')} rows={8} value={text} onChange={(event) => setText(event.target.value)} />
    </Modal>
  )
}
