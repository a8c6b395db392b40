import { Calculator } from 'lucide-react'
import { useState } from 'react'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { EmptyState, ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { EstimatesDialog } from './estimates-dialog.tsx'
import css from './quantification.module.css'
import { Quantified } from './quantified.tsx'
import { useRiskFigures, type Risk } from './risk-api.ts'

/** What a risk costs in a year, from ranges that people say. */
export function QuantificationTab({ row }: { readonly row: Risk }) {
  const t = useWords('risks')
  const manages = useRight('risk.manage')
  const [editing, setEditing] = useState(false)
  const { data, error, refetch } = useRiskFigures(row)
  const may = manages && row.edit_right && row.treatment !== 'CLOSED'
  const estimated = row.estimates.length > 0
  const change = may ? (
    <Row wrap align="center" spread="between" gap={8}>
      <Button icon={<Calculator size={14} aria-hidden />} onClick={() => setEditing(true)}>
        {t(estimated ? 'quantification.change' : 'quantification.estimate')}
      </Button>
    </Row>
  ) : null
  return (
    <div className={css.quantification}>
      {estimated ? change : <EmptyState title={t('quantification.none')} text={t('quantification.none_text')} />}
      {estimated ? null : change}
      {estimated && error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
      {estimated && !error && data === undefined ? <Skeleton height={320} /> : null}
      {estimated && data ? <Quantified figures={data} /> : null}
      {editing ? <EstimatesDialog row={row} onClose={() => setEditing(false)} /> : null}
    </div>
  )
}
