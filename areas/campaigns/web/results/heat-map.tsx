import { useId, useState } from 'react'
import type { CampaignResult } from '#areas/campaigns/contract/result-calls.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { tone } from '#kit/contract/tone.ts'
import { Box } from '#kit/web/ui/layout.tsx'
import { inColor } from '#kit/web/ui/level-color.ts'
import { walkCells } from '#kit/web/ui/walk-cells.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { EvaluationStatus } from './evaluation-status.tsx'
import { difference, levelOfScore, scoreText, toneOfDifference, useScored, wordOf, type Line } from './results-api.ts'
import css from './results.module.css'

export const modes = ['score', 'difference', 'answers'] as const
export type Mode = (typeof modes)[number]

/** Rows that are drawn before somebody asks for all of them. */
const first = 60

interface HeatMapProps {
  readonly result: CampaignResult
  readonly mode: Mode
  readonly onOpen: (perimeter: number, part: string) => void
  readonly onPerimeter: (perimeter: number) => void
}

/** Scores by perimeter and group: a table whose cells are buttons; the arrows walk over them. */
export function HeatMap({ result, mode, onOpen, onPerimeter }: HeatMapProps) {
  const t = useWords('campaigns')
  const hint = useId()
  const [all, setAll] = useState(false)
  const scored = useScored()
  const { parts, lines, total } = result
  const before = scored ? result.before : null
  const shown = all ? lines : lines.slice(0, first)
  return (
    <div className={css.scroll}>
      <Box
        as="table"
        full
        size={13}
        figures
        className={css.map}
        aria-label={t('results.map.label')}
        aria-describedby={hint}
        onKeyDown={(event) => walkCells(event, `td > button.${css.cell}`)}
      >
        <caption id={hint} className={css.hint}>
          <VisuallyHidden>{t('results.map.hint')}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('results.map.perimeter')}</th>
            {parts.map(({ key, name, identifier }) => (
              <th key={key} scope="col" title={name ?? ''}>
                <span>{name ?? identifier}</span>
              </th>
            ))}
            {scored ? <th scope="col">{t('results.map.total')}</th> : null}
            {before ? (
              <>
                <th scope="col">{t('results.map.difference')}</th>
                <th scope="col" title={before.campaign.name ?? ''}>
                  <span>{before.campaign.name}</span>
                </th>
              </>
            ) : null}
            <th scope="col">{t('results.map.status')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((line, row) => (
            <PlaceRow key={line.evaluation} line={line} row={row} {...{ result, mode, onOpen, onPerimeter }} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('results.map.all')}</th>
            {total.cells.map((score, n) => (
              <td key={parts[n]?.key}>
                <Mark
                  {...textOf(mode, { score, ...answersOf(lines, n) }, before?.cells[n])}
                  score={mode === 'answers' ? null : score}
                  target={result.campaign.target}
                  mode={mode}
                />
              </td>
            ))}
            {scored ? <td className={css.sum}>{scoreText(total.score)}</td> : null}
            {before ? (
              <>
                <Difference now={total.score} before={before.score} />
                <Text as="td" tone="quiet">
                  {scoreText(before.score)}
                </Text>
              </>
            ) : null}
            <Text as="td" tone="quiet">
              {t('results.map.of', { counted: String(total.counted), of: String(total.of) })}
            </Text>
          </tr>
        </tfoot>
      </Box>
      {shown.length < lines.length ? (
        <Box type="button" as="button" above={8} padY={4} padX={10} edge="strong" corner={6} fill="surface" tone="plain" onClick={() => setAll(true)}>
          {t('results.map.more', { count: lines.length })}
        </Box>
      ) : null}
    </div>
  )
}

function PlaceRow({ line, row, result, mode, onOpen, onPerimeter }: HeatMapProps & { readonly line: Line; readonly row: number }) {
  const t = useWords('campaigns')
  const { name } = line.perimeter
  const counted = line.state === 'COUNTED'
  const scored = useScored()
  return (
    <tr data-state={line.state}>
      <th scope="row">
        <Box
          type="button"
          as="button"
          cut
          padY={3}
          tone="plain"
          side="left"
          className={css.perimeter}
          onClick={() => onPerimeter(line.perimeter.id)}
          title={name ?? ''}
        >
          {name}
        </Box>
      </th>
      {line.cells.map((cell, n) => (
        <td key={result.parts[n]?.key}>
          <Cell
            {...{ line, cell, mode }}
            target={result.campaign.target}
            part={result.parts[n]?.name ?? ''}
            before={line.before?.cells[n]}
            stop={row === 0 && n === 0}
            onOpen={() => onOpen(line.perimeter.id, result.parts[n]?.key ?? '')}
          />
        </td>
      ))}
      {scored ? (
        <td className={css.sum} data-soft={!counted || undefined}>
          {scoreText(line.score)}
        </td>
      ) : null}
      {scored && result.before ? (
        <>
          {counted ? <Difference now={line.score} before={line.before?.score} /> : <td />}
          <Text as="td" tone="quiet">
            {line.before ? scoreText(line.before.score) : ''}
          </Text>
        </>
      ) : null}
      <td>
        <EvaluationStatus line={line} />
        {line.self_validated ? <VisuallyHidden>{t('results.evaluations.self')}</VisuallyHidden> : null}
      </td>
    </tr>
  )
}

interface CellProps {
  readonly line: Line
  readonly cell: Line['cells'][number]
  readonly mode: Mode
  readonly part: string
  readonly before: number | null | undefined
  /** Of the campaign, which applies to each of its scores. */
  readonly target: number | null
  readonly stop: boolean
  readonly onOpen: () => void
}

function Cell({ line, cell, target, mode, part, before, stop, onOpen }: CellProps) {
  const t = useWords('campaigns')
  const { language } = useFormat()
  const levels = useLevels('indicator')
  const provisional = line.state !== 'COUNTED'
  const none = cell.answered === 0
  const { text } = textOf(mode, cell, before)
  const level = levelOfScore(cell.score, levels)
  const values = { perimeter: line.perimeter.name ?? '', part, score: scoreText(cell.score), level: wordOf(level, language) }
  const label =
    mode === 'answers'
      ? t('results.map.cell_answers', { ...values, answered: String(cell.answered), asked: String(cell.asked) })
      : none
        ? t('results.map.cell_none', values)
        : mode === 'difference'
          ? t('results.map.cell_difference', { ...values, difference: text === '' ? t('results.map.no_difference') : text })
          : t(provisional ? 'results.map.cell_provisional' : 'results.map.cell', values)
  const colored = !none && !provisional && mode === 'score'
  const color = colored ? tone(cell.score, target, levels) : null
  return (
    <button
      type="button"
      className={css.cell}
      tabIndex={stop ? 0 : -1}
      aria-label={label}
      title={label}
      data-none={none || undefined}
      data-provisional={(provisional && !none) || undefined}
      {...inColor(color)}
      data-difference={mode === 'difference' ? toneOfDifference(text) : undefined}
      onClick={onOpen}
    >
      {none && mode !== 'answers' ? '—' : text || '·'}
    </button>
  )
}

/** A cell that is only read, as those of the sum. */
function Mark({ text, score, target, mode }: { readonly text: string; readonly score: number | null; readonly target: number | null; readonly mode: Mode }) {
  const color = tone(score, target, useLevels('indicator'))
  return (
    <span className={css.cell} {...inColor(mode === 'score' ? color : null)} data-difference={mode === 'difference' ? toneOfDifference(text) : undefined}>
      {mode === 'answers' ? '' : text || '·'}
    </span>
  )
}

/** What was answered and asked in a column, of what counts. */
function answersOf(lines: readonly Line[], at: number): { readonly asked: number; readonly answered: number } {
  const cells = lines.flatMap(({ state, cells: own }) => (state === 'COUNTED' && own[at] ? [own[at]] : []))
  return { asked: cells.reduce((sum, { asked }) => sum + asked, 0), answered: cells.reduce((sum, { answered }) => sum + answered, 0) }
}

function textOf(mode: Mode, cell: { readonly score: number | null; readonly asked: number; readonly answered: number }, before: number | null | undefined) {
  if (mode === 'answers') return { text: `${cell.answered}/${cell.asked}` }
  return { text: mode === 'score' ? scoreText(cell.score) : difference(cell.score, before) }
}

/** A table cell with how far a score moved. */
export function Difference({ now, before }: { readonly now: number | null | undefined; readonly before: number | null | undefined }) {
  const text = difference(now, before)
  return (
    <Text as="td" tone="soft" weight={600} figures className={css.difference} data-difference={toneOfDifference(text)}>
      {text}
    </Text>
  )
}
