import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sheetParts, type LookedAtSheets, type SheetChoice } from '#areas/library/contract/chosen-columns.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import css from './import.module.css'

type Sheet = LookedAtSheets['sheets'][number]
type Choice = Sheet['choice']

/** The sheets of a file, as the server sees them, and what a choice makes of one. */
export const lookAt = (file: File, choice?: Choice, signal?: AbortSignal) =>
  api
    .upload<ObjectAnswer<LookedAtSheets>>('/library/sheet', file, {
      ...(choice && { query: { columns: JSON.stringify(choice) } }),
      ...(signal && { signal }),
    })
    .then(({ object }) => object)

const isWhole = ({ columns, identifier, name }: Choice): boolean =>
  identifier.trim() !== '' && name.trim() !== '' && (columns.reference !== null || columns.title !== null || columns.text !== null)

/** What of a choice the tree depends on: how the framework is called changes nothing of it, and the file is not sent again for it. */
const treeOf = (choice: Choice | undefined) => JSON.stringify(choice && [choice.sheet, choice.columns])

/** Milliseconds after which somebody is taken to have finished a word. */
const pause = 500

/** A choice once nobody changes it any more: the whole file is sent with it. */
function useOnceStill(choice: Choice | undefined): Choice | undefined {
  const [still, setStill] = useState(choice)
  useEffect(() => {
    const timer = setTimeout(() => setStill(choice), pause)
    return () => clearTimeout(timer)
  }, [choice])
  return still
}

interface Props {
  readonly file: File
  readonly sheets: readonly Sheet[]
  readonly onChosen: (choice: SheetChoice) => void
  readonly onOther: () => void
}

/** What the columns of a sheet of any form say, with the tree that they make. */
export function ChooseColumns({ file, sheets, onChosen, onOther }: Props) {
  const t = useWords('library')
  const [at, setAt] = useState(0)
  const [choices, setChoices] = useState(() => sheets.map(({ choice }) => choice))
  const sheet = sheets[at]
  const choice = choices[at]
  const asked = useOnceStill(choice)
  const whole = choice !== undefined && isWhole(choice)
  const { data, error, isFetching } = useQuery({
    queryKey: ['library', 'sheet', file.name, file.lastModified, treeOf(asked)],
    queryFn: ({ signal }) => lookAt(file, asked, signal),
    enabled: asked !== undefined && isWhole(asked),
    placeholderData: (before) => before,
  })
  if (!sheet || !choice) return null
  const change = (changed: Partial<Choice>) => setChoices((before) => before.map((one, n) => (n === at ? { ...one, ...changed } : one)))
  const headings = sheet.headings.map((heading, n) => ({ value: String(n), label: heading || t('columns.unnamed', { number: String(n + 1) }) }))
  const faults = whole ? (data?.faults ?? []) : []
  const settled = whole && isWhole(asked ?? choice) && treeOf(asked) === treeOf(choice) && !isFetching
  return (
    <>
      <Text as="p" tone="quiet" below={12}>
        {t(sheet.remembered ? 'columns.remembered' : 'columns.intro')}
      </Text>
      <Grid gap={12} className={css.choices}>
        {sheets.length > 1 ? (
          <Select
            label={t('columns.sheet')}
            value={String(at)}
            options={sheets.map(({ name }, n) => ({ value: String(n), label: name }))}
            onChange={(value) => setAt(Number(value ?? 0))}
          />
        ) : null}
        {sheetParts.map((part) => (
          <Select
            key={part}
            clearable
            label={t(`columns.parts.${part}`)}
            value={choice.columns[part] === null ? null : String(choice.columns[part])}
            options={headings}
            onChange={(value) => change({ columns: { ...choice.columns, [part]: value === null ? null : Number(value) } })}
          />
        ))}
        <TextInput
          required
          label={t('columns.identifier')}
          maxLength={60}
          value={choice.identifier}
          onChange={(event) => change({ identifier: event.target.value })}
        />
        <TextInput required label={t('columns.name')} maxLength={200} value={choice.name} onChange={(event) => change({ name: event.target.value })} />
        <TextInput
          label={t('columns.version')}
          inputMode="numeric"
          value={String(choice.version)}
          onChange={(event) => change({ version: Math.min(1_000_000, Number(event.target.value.replaceAll(/\D/g, '')) || 0) })}
        />
        <Select
          label={t('columns.language')}
          value={choice.language}
          options={(['en', 'fr'] as const).map((value) => ({ value, label: t(`columns.languages.${value}`) }))}
          onChange={(value) => change({ language: value === 'fr' ? 'fr' : 'en' })}
        />
      </Grid>
      <Box as="section" above={16} aria-label={t('columns.tree')} aria-busy={whole && !settled}>
        <Text as="p" tone="quiet" size={12} role="status">
          {!whole ? t('columns.missing') : error ? failureText(error) : data && faults.length === 0 ? t('columns.found', { count: data.requirements }) : ''}
        </Text>
        {faults.length > 0 ? (
          <ul className={css.faults}>
            {faults.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        ) : null}
        {whole && data && faults.length === 0 ? <Tree nodes={data.tree} /> : null}
      </Box>
      <Row as="footer" spread="last" gap={8} above={16}>
        <Button onClick={onOther}>{t('import.other')}</Button>
        <Button variant="primary" disabled={!settled || faults.length > 0 || !data} onClick={() => onChosen(choice)}>
          {t('columns.check')}
        </Button>
      </Row>
    </>
  )
}

function Tree({ nodes }: { readonly nodes: LookedAtSheets['tree'] }) {
  return (
    // Longer than the page has room for: it scrolls, and is reached by the keyboard.
    <Box as="ul" overflow="scrolled" above={6} size={12} line={20} className={css.tree} tabIndex={0}>
      {nodes.map(({ depth, reference, name, requirement, weight }, n) => (
        <li key={n} style={{ paddingInlineStart: (depth - 1) * 16 }} data-requirement={requirement}>
          {reference === null ? null : <b>{reference}</b>} {name}
          {weight === null ? null : <Text tone="quiet"> × {weight}</Text>}
        </li>
      ))}
    </Box>
  )
}
