import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { countLines, type Statement, type StatementLine } from '#areas/statements/contract/statement.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Check } from '#kit/web/ui/check.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { StatementRow } from './statement-row.tsx'
import css from './statement.module.css'

/** What the level leaves out needs no reason. */
const mayJustify = ({ state, justification }: StatementLine) => state !== 'OUT_OF_LEVEL' || justification !== null

const columns = ['requirement', 'state', 'measures', 'proofs', 'justification', 'author', 'approval'] as const

interface TableProps {
  readonly statement: Statement
  /** Those that are shown, in their order. */
  readonly lines: readonly StatementLine[]
  readonly editing: number | undefined
  readonly onEdit: (lineage: number | undefined) => void
  readonly onSave: (line: StatementLine, text: string, next: boolean) => Promise<void>
  readonly selected: ReadonlySet<number>
  readonly onSelect: (lineages: readonly number[], on: boolean) => void
}

/** The requirements of a statement in their groups, which fold. */
export function StatementTable({ statement, lines, editing, onEdit, onSave, selected, onSelect }: TableProps) {
  const t = useWords('statements')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  if (lines.length === 0) return <EmptyState title={t(statement.lines.length === 0 ? 'empty' : 'nothing')} />
  const groups = [...Map.groupBy(lines, ({ group }) => group ?? '')]
  const writable = statement.may.write ? lines.filter(mayJustify).map(({ lineage_id }) => lineage_id) : []
  const chosen = writable.filter((lineage) => selected.has(lineage)).length
  const whole = Map.groupBy(statement.lines, ({ group }) => group ?? '')
  return (
    <Box grow shortens overflow="scrolled" tabIndex={-1} role="region" aria-label={t('pages.statement')}>
      <Box as="table" full size={13} line={18} className={css.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column === 'requirement' && writable.length > 0 ? (
                  <span className={css.select}>
                    <Check
                      aria-label={t('bulk.select_all')}
                      checked={chosen === writable.length}
                      indeterminate={chosen > 0 && chosen < writable.length}
                      onChange={(event) => onSelect(writable, event.currentTarget.checked)}
                    />
                  </span>
                ) : null}
                {t(`columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(([group, some]) => {
          // What is being written is never behind a fold.
          const open = !folded.has(group) || some.some((line) => line.lineage_id === editing)
          const toggle = () => setFolded(new Set(open ? [...folded, group] : [...folded].filter((one) => one !== group)))
          return (
            <tbody key={group}>
              {group === '' ? null : <GroupHead name={group} lines={whole.get(group) ?? some} open={open} onToggle={toggle} />}
              {open
                ? some.map((line) => (
                    <StatementRow
                      key={line.lineage_id}
                      line={line}
                      statement={statement}
                      editing={editing === line.lineage_id}
                      onEdit={(edit) => onEdit(edit ? line.lineage_id : undefined)}
                      onSave={(text, next) => onSave(line, text, next)}
                      selected={statement.may.write && mayJustify(line) ? selected.has(line.lineage_id) : undefined}
                      onSelect={(on) => onSelect([line.lineage_id], on)}
                    />
                  ))
                : null}
            </tbody>
          )
        })}
      </Box>
    </Box>
  )
}

interface GroupProps {
  readonly name: string
  readonly lines: readonly StatementLine[]
  readonly open: boolean
  readonly onToggle: () => void
}

function GroupHead({ name, lines, open, onToggle }: GroupProps) {
  const t = useWords('statements')
  const applicable = countLines(lines, 'APPLICABLE')
  const excluded = countLines(lines, 'EXCLUDED')
  const Icon = open ? ChevronDown : ChevronRight
  const summary = t('group', {
    total: lines.length,
    applicable,
    proven: applicable - countLines(lines, 'TO_PROVE'),
  })
  return (
    <tr className={css.group}>
      <th colSpan={columns.length} scope="rowgroup">
        <Row
          gap={8}
          rowGap={2}
          as="button"
          wrap
          align="center"
          full
          padY={4}
          padX={16}
          tone="plain"
          side="left"
          type="button"
          aria-expanded={open}
          onClick={onToggle}
        >
          <Icon size={14} aria-hidden />
          <Text as="b" weight={600}>
            {name}
          </Text>
          <span>{[summary, ...(excluded > 0 ? [t('excluded_in_group', { count: excluded })] : [])].join(', ')}</span>
        </Row>
      </th>
    </tr>
  )
}
