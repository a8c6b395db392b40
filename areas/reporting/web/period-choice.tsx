import { spans, type SpanName } from '#kit/contract/source.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import css from './viewer/viewer.module.css'

interface ChoiceProps {
  readonly value: SpanName | undefined
  readonly onChange: (period: SpanName | undefined) => void
}

/** For which period a page of live figures tells them; undefined: for the dashboard's own. */
export function PeriodChoice({ value, onChange }: ChoiceProps) {
  const t = useWords('reporting')
  return (
    <Row as="label" inline align="center" gap={6} tone="quiet" size={13} className={css.compare}>
      {t('viewer.period')}
      <select value={value ?? ''} onChange={(event) => onChange(event.target.value === '' ? undefined : (event.target.value as SpanName))}>
        <option value="">{t('builder.of_dashboard')}</option>
        {spans.map((span) => (
          <option key={span} value={span}>
            {t(`entities.dashboard.choices.period.${span}`)}
          </option>
        ))}
      </select>
    </Row>
  )
}
