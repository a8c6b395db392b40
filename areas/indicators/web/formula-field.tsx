import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { functionNames } from '#areas/catalog/contract/formula/parser.ts'
import type { Periodicity } from '#areas/metrics/contract/period.ts'
import type { Offered } from '#areas/indicators/contract/calls.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { useLayer } from '#kit/web/ui/layers.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { completed, piecesOf, wordAt } from './formula-text.ts'
import { useOffered } from './indicator-api.ts'
import css from './indicators.module.css'

interface Props {
  readonly value: string
  readonly faults: readonly { readonly at: number; readonly end: number }[]
  readonly periodicity: Periodicity
  readonly onChange: (text: string) => void
  readonly onSave: () => void
  readonly onCancel: () => void
}

/** One line of formula with coloured pieces, what is wrong underlined, and metrics and functions offered after two letters. */
export function FormulaField({ value, faults, periodicity, onChange, onSave, onCancel }: Props) {
  const t = useWords('indicators')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const mirror = useRef<HTMLDivElement>(null)
  const [caret, setCaret] = useState<number>()
  const [active, setActive] = useState(0)
  const word = caret === undefined ? undefined : wordAt(value, caret)
  const { data: metrics } = useOffered(word?.word ?? '', periodicity)
  const options = word ? optionsOf(word.word, metrics ?? [], (name) => t(`formula.functions.${name}`)) : []
  const open = options.length > 0
  const at = Math.min(active, options.length - 1)
  useLayer('popup', open, () => setCaret(undefined))
  const look = () => {
    const { current } = field
    if (!current) return
    if (mirror.current) mirror.current.scrollLeft = current.scrollLeft
    setCaret(document.activeElement === current && current.selectionStart === current.selectionEnd ? (current.selectionStart ?? undefined) : undefined)
  }
  const take = (option: Option | undefined) => {
    if (!option?.fits || !word) return
    const next = completed(value, word, option.identifier)
    // Before the next key: who types on at once types behind what was taken.
    flushSync(() => {
      onChange(next.text)
      setActive(0)
      setCaret(undefined)
    })
    field.current?.setSelectionRange(next.caret, next.caret)
  }
  const keys = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave()
    else if (open && move) setActive((at + move + options.length) % options.length)
    else if (open && (event.key === 'Tab' || event.key === 'Enter') && !event.shiftKey) take(options[at])
    else if (event.key === 'Escape') onCancel()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Box holds className={css.field} data-wrong={faults.length > 0 || undefined}>
      <Box ref={mirror} overflow="clipped" tone="soft" className={css.mirror} aria-hidden>
        {piecesOf(value, faults).map((piece, n) => (
          <span key={n} data-kind={piece.kind} data-wrong={piece.wrong || undefined}>
            {piece.text}
          </span>
        ))}
      </Box>
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={t('formula.label')}
        aria-describedby={`${id}keys`}
        aria-expanded={open}
        aria-controls={`${id}list`}
        aria-activedescendant={open ? `${id}${at}` : undefined}
        aria-invalid={faults.length > 0}
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        value={value}
        onChange={(event) => {
          onChange(event.target.value)
          setActive(0)
          setCaret(event.target.selectionStart ?? undefined)
        }}
        onKeyDown={keys}
        onKeyUp={({ key }) => ((key.startsWith('Arrow') && !open) || key === 'Home' || key === 'End' ? look() : undefined)}
        onClick={look}
        onScroll={look}
        onBlur={() => setCaret(undefined)}
      />
      <Box
        id={`${id}list`}
        role="listbox"
        aria-label={t('formula.offered')}
        as="ul"
        padY={4}
        padX={4}
        edge="all"
        corner={6}
        fill="raised"
        className={css.offered}
        hidden={!open}
      >
        {options.map((option, n) => (
          // The field keeps the focus and its keys choose.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <Row
            as="li"
            align="center"
            gap={8}
            padY={6}
            padX={8}
            corner={4}
            size={12}
            key={option.identifier}
            id={`${id}${n}`}
            role="option"
            aria-selected={n === at}
            aria-disabled={!option.fits || undefined}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(option)}
          >
            <Text as="i" corner={4} fill="mute" upright weight={600} side="center" aria-hidden>
              {option.metric ? 'M' : 'ƒ'}
            </Text>
            <code>{option.identifier}</code>
            <span>{option.name}</span>
            <Text as="small" tone="soft" data-slow={!option.fits || undefined}>
              {option.metric
                ? option.fits
                  ? (option.metric.unit ?? '')
                  : t('formula.slower', { rhythm: t(`entities.indicator.choices.periodicity.${option.metric.periodicity}`) })
                : ''}
            </Text>
            {n === at && option.fits ? <Kbd>{t('formula.take')}</Kbd> : null}
          </Row>
        ))}
      </Box>
      <Text id={`${id}keys`} as="p" above={4} size={11} tone="soft">
        {t('formula.keys')}
      </Text>
    </Box>
  )
}

interface Option {
  readonly identifier: string
  readonly name: string
  readonly fits: boolean
  readonly metric?: Offered
}

const optionsOf = (word: string, metrics: readonly Offered[], say: (name: (typeof functionNames)[number]) => string): Option[] => [
  ...metrics
    .filter(({ identifier, name }) => identifier !== word && `${identifier} ${name}`.toLowerCase().includes(word.toLowerCase()))
    .map((metric) => ({ identifier: metric.identifier, name: metric.name, fits: metric.fits, metric })),
  ...functionNames
    .filter((name) => name !== word.toUpperCase() && name.startsWith(word.toUpperCase()))
    .map((name) => ({ identifier: name, name: say(name), fits: true })),
]
