import { useWords } from '#kit/web/i18n/words.ts'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { useOccurrences, type Occurrence } from './occurrence-api.ts'
import css from './runbooks.module.css'

/** Longer ones were about one time alone. */
const [most, longest] = [4, 60]

interface FindingsProps {
  readonly row: Occurrence
  readonly chosen: string
  readonly onChoose: (finding: string) => void
}

/** What this control has found before, most often first: one touch says it again. */
export function UsualFindings({ row, chosen, onChoose }: FindingsProps) {
  const t = useWords('runbooks')
  const { data } = useOccurrences(
    [
      { name: 'runtask', selected_options: [row.runtask?.id ?? 0] },
      { name: 'status', selected_options: ['DONE_KO'] },
    ],
    'findings',
    50,
  )
  const counts = new Map<string, number>()
  for (const { comment } of data ?? []) {
    const text = comment?.trim() ?? ''
    if (text !== '' && text.length <= longest) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const usual = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, most)
  if (usual.length === 0) return null
  return (
    <Row role="group" aria-label={t('today.usual')} wrap gap={8} className={css.findings}>
      {usual.map(([text]) => (
        <Box
          padX={14}
          as="button"
          edge="strong"
          fill="surface"
          tone="plain"
          key={text}
          type="button"
          aria-pressed={chosen === text}
          onClick={() => onChoose(chosen === text ? '' : text)}
        >
          {text}
        </Box>
      ))}
    </Row>
  )
}
