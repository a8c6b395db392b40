import { ChevronRight, FileCheck2, FileClock, Pencil } from 'lucide-react'
import { useState } from 'react'
import { stateLooks, type Statement, type StatementLine } from '#areas/statements/contract/statement.ts'
import { only } from '#kit/contract/figure.ts'
import { rowsOf } from '#kit/web/figure-link.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Check } from '#kit/web/ui/check.tsx'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { StatusBadge, StatusGlyph } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { ReasonCell } from './reason-cell.tsx'
import { nameOf } from './statement-api.ts'
import css from './statement.module.css'

interface RowProps {
  readonly line: StatementLine
  readonly statement: Statement
  readonly editing: boolean
  readonly onEdit: (open: boolean) => void
  readonly onSave: (text: string, next: boolean) => Promise<void>
  /** Whether it is selected, where it may be. */
  readonly selected?: boolean | undefined
  readonly onSelect: (on: boolean) => void
}

/** One requirement of a statement; on a phone its code, state and name, and the rest behind them. */
export function StatementRow({ line, statement, editing, onEdit, onSave, selected, onSelect }: RowProps) {
  const t = useWords('statements')
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const why = line.justification
  const compared = statement.versions.find(({ request }) => request === statement.against)
  return (
    <tr data-open={open || editing || undefined} data-focus={editing || undefined}>
      <th scope="row">
        {selected === undefined ? null : (
          <span className={css.select}>
            <Check aria-label={t('bulk.select', { name: nameOf(line) })} checked={selected} onChange={(event) => onSelect(event.currentTarget.checked)} />
          </span>
        )}
        <button type="button" className={css.opener} aria-expanded={open} aria-label={t('details', { name: nameOf(line) })} onClick={() => setOpen(!open)}>
          <ChevronRight size={14} aria-hidden />
        </button>
        {line.identifier === null || line.identifier === line.name ? null : (
          <Text as="b" weight={600} figures className={css.code}>
            {line.identifier}
          </Text>
        )}
        <span>{line.name}</span>
      </th>
      <td className={css.state}>
        <StatusBadge {...stateLooks[line.state]}>{t(`state.${line.state}`)}</StatusBadge>
        {line.performance === null ? null : (
          <Text as="small" tone="quiet" size={12} figures oneLine className={css.value}>
            {format.percent(line.performance)}
          </Text>
        )}
        {line.was && line.was.state !== line.state ? (
          <Text as="small" tone="quiet" size={12} line={16} className={css.was}>
            {t('compare.was', { version: String(compared?.number ?? '') })} {t(`state.${line.was.state}`)}
          </Text>
        ) : null}
      </td>
      <td data-label={t('columns.measures')}>
        {line.measures.length === 0 ? <span className={css.soft}>{t('none')}</span> : null}
        {line.measures.map(({ id, identifier, name, by }) => (
          <Grid key={id} as="span" gap={6} className={css.measure}>
            <Text tone="quiet" figures oneLine>
              {identifier}
            </Text>
            <span>
              {name}
              {by === null ? null : (
                <Text as="small" tone="quiet" size={12} line={16}>
                  {t('by', { name: by })}
                </Text>
              )}
            </span>
          </Grid>
        ))}
      </td>
      <td data-label={t('columns.proofs')}>
        <Proof line={line} />
        <EvidenceBehind line={line} />
      </td>
      <td data-label={t('columns.justification')}>
        <ReasonCell line={line} mayWrite={statement.may.write} editing={editing} onEdit={onEdit} onSave={onSave} />
        {line.was && line.was.justification !== (why?.text ?? null) ? (
          <Text as="small" tone="quiet" size={12} line={16} className={css.was}>
            {t('compare.was', { version: String(compared?.number ?? '') })} <del>{line.was.justification ?? t('justify.missing')}</del>
          </Text>
        ) : null}
      </td>
      <td data-label={t('columns.author')}>
        {why ? (
          <Row as="span" inline align="start" size={12} figures className={css.author}>
            {why.author ? <Avatar name={why.author.name} /> : null}
            <span>
              <span className={css.person}>{why.author?.name ?? '–'}</span>
              <Text as="small" tone="quiet" size={12} line={16}>
                {format.date(why.at)}
              </Text>
            </span>
          </Row>
        ) : null}
      </td>
      <td data-label={t('columns.approval')}>
        <Approval line={line} statement={statement} />
      </td>
    </tr>
  )
}

function Proof({ line: { proofs, state } }: { readonly line: StatementLine }) {
  const t = useWords('statements')
  const format = useFormat()
  if (state === 'EXCLUDED' || state === 'OUT_OF_LEVEL') return <span className={css.soft}>{t('proofs.not_needed')}</span>
  if (proofs.valid === 0) return <span className={css.soft}>{t('proofs.to_prove')}</span>
  return (
    <Row as="span" inline gap={5} className={css.proof} data-soon={proofs.soon || undefined}>
      {proofs.soon ? <FileClock size={13} aria-hidden /> : <FileCheck2 size={13} aria-hidden />}
      <span>
        {t('proofs.valid', { count: proofs.valid })}
        {proofs.soon && proofs.ends ? (
          <Text as="small" tone="quiet" size={12} line={16}>
            {t('proofs.ends', { day: format.date(proofs.ends) })}
          </Text>
        ) : null}
      </span>
    </Row>
  )
}

/** What is behind its measures, and the way to it: an ended piece is found too, which proves nothing any more. */
function EvidenceBehind({ line: { evidence, measures } }: { readonly line: StatementLine }) {
  const t = useWords('statements')
  const all = rowsOf('evidence', [only('measures', ...measures.map(({ id }) => id))])
  if (evidence === 0) return null
  const text = t('proofs.evidence', { count: evidence })
  return all ? (
    <Link to={all} className={css.evidence}>
      {text}
    </Link>
  ) : (
    <span className={css.evidence}>{text}</span>
  )
}

function Approval({ line, statement }: Pick<RowProps, 'line' | 'statement'>) {
  const t = useWords('statements')
  const format = useFormat()
  const [last] = statement.versions
  if (line.approval === 'NEW' || !last) return <span className={css.soft}>{t('approval.NEW')}</span>
  return line.approval === 'APPROVED' ? (
    <Row as="span" inline align="start" size={12} figures className={css.approval} data-look="ok">
      <StatusGlyph glyph="check" /> {format.date(last.at)}
    </Row>
  ) : (
    <Row as="span" inline align="start" size={12} figures className={css.approval} data-look="changed">
      <Pencil size={12} aria-hidden /> {t('approval.CHANGED')}
    </Row>
  )
}
