import { Check, Quote, TriangleAlert, X } from 'lucide-react'
import { useId } from 'react'
import { readAt } from '#kit/web/entity-pages.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Check as Box } from '#kit/web/ui/check.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { looks } from '#kit/web/ui/status-looks.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { sayValue } from '#areas/logs/web/index.ts'
import type { ProposedChange } from '#areas/assistants/contract/proposals.ts'
import css from './proposals.module.css'

interface Props {
  readonly change: ProposedChange
  readonly busy: boolean
  /** Undefined: it cannot be accepted now. */
  readonly chosen: boolean | undefined
  readonly onChoose: () => void
  readonly onAccept: (() => void) | undefined
  readonly onRefuse: (() => void) | undefined
  readonly onCompare: (() => void) | undefined
}

const stateLooks = { YES: looks.done, NO: looks.off, ENDED: looks.off, WITHDRAWN: looks.off } as const

/** One row that is to be changed or made: each field as it is and as it would be. */
export function ChangeCard({ change, busy, chosen, onChoose, onAccept, onRefuse, onCompare }: Props) {
  const t = useWords('assistants')
  const format = useFormat()
  const heading = useId()
  const { state, kind, identifier, object_id: object, decided_by: by, decided_at: at, changed } = change
  const name = object === null ? t('proposals.new_row', { entity: kind }) : (change.name ?? kind)
  const shown = state === 'WAITING' || state === 'YES' || state === 'NO'
  const address = object === null ? undefined : readAt(change.entity, object)
  return (
    <article className={css.card} aria-labelledby={heading} tabIndex={-1} data-state={state}>
      <header>
        {chosen === undefined ? null : <Box checked={chosen} disabled={busy} aria-label={t('proposals.choose', { name })} onChange={onChoose} />}
        <h3 id={heading}>
          {identifier ? <code>{identifier}</code> : null} {address ? <Link to={address}>{name}</Link> : name}
        </h3>
        {state === 'WAITING' ? (
          <Row gap={8} className={css.verbs}>
            {changed && onCompare ? <StatusBadge {...looks.alert}>{t('proposals.changed')}</StatusBadge> : null}
            {onRefuse ? (
              <Button size="sm" icon={<X size={14} />} disabled={busy} onClick={onRefuse}>
                {t('proposals.refuse')}
              </Button>
            ) : null}
            {onAccept ? (
              <Button size="sm" icon={<Check size={14} />} disabled={busy} onClick={onAccept}>
                {t('proposals.accept')}
              </Button>
            ) : null}
          </Row>
        ) : (
          <Row gap={8} align="center" className={css.verbs} size={12}>
            {by && at ? <Text tone="quiet">{t('proposals.decided_by', { name: by, date: format.dateTime(at) })}</Text> : null}
            <StatusBadge {...stateLooks[state]}>{t(`proposals.states.${state}`)}</StatusBadge>
          </Row>
        )}
      </header>
      {shown && change.changes.length > 0 ? (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('proposals.field')}</th>
              {object === null ? null : <th scope="col">{t('proposals.now')}</th>}
              <th scope="col">{t('proposals.proposed')}</th>
            </tr>
          </thead>
          <tbody>
            {change.changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                {object === null ? null : <td>{sayValue(before, format) || <Text tone="quiet">{t('proposals.empty')}</Text>}</td>}
                <td>{sayValue(after, format) || <Text tone="quiet">{t('proposals.empty')}</Text>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : object !== null && change.version === null ? (
        <p className={css.note}>{t('proposals.gone')}</p>
      ) : null}
      {change.quote ? (
        <p className={css.note}>
          <Quote size={14} aria-hidden />
          <span>
            {t('proposals.quote')} <q>{change.quote}</q> <Text tone="quiet">{t('proposals.quote_note')}</Text>
          </span>
        </p>
      ) : null}
      {changed && onCompare ? (
        <p className={css.note}>
          <TriangleAlert size={14} aria-hidden />
          <span>
            {t('proposals.changed_by', { name: changed.by ?? 'Vigie', date: format.dateTime(changed.at) })}{' '}
            <Button size="sm" onClick={onCompare}>
              {t('proposals.compare')}
            </Button>
          </span>
        </p>
      ) : null}
    </article>
  )
}
