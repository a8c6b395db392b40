import { useState } from 'react'
import { useNamed, useOptions } from '#kit/web/kinds/options.ts'
import { DateInput, Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useWords } from '#kit/web/i18n/words.ts'
import type { Asked } from '#kit/web/route.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { daysOfReport, reportPeriods, type ReportPeriod } from '#areas/reporting/contract/report-period.ts'
import css from './reports.module.css'

interface PeriodChoiceProps {
  readonly period: ReportPeriod | 'OWN'
  readonly from: string | undefined
  readonly to: string | undefined
  readonly perimeter: number | undefined
  readonly onChange: (next: Asked<'/org2/reporting'>) => void
}

/** Of which days a report tells, and of which perimeter with those below it. */
export function PeriodChoice({ period, from, to, perimeter, onChange }: PeriodChoiceProps) {
  const t = useWords('reporting')
  const choose = (next: string | null) => {
    if (next !== 'OWN') return onChange({ period: next ?? undefined, from: undefined, to: undefined })
    // Days of one's own begin with those that are shown.
    const { days } = daysOfReport(period === 'OWN' ? 'THIS_QUARTER' : period, dayOf())
    onChange({ period: 'OWN', ...days })
  }
  return (
    <>
      <div className={css.period}>
        <Select
          aria-label={t('reports.period')}
          value={period}
          options={[...reportPeriods, 'OWN' as const].map((value) => ({ value, label: t(`reports.periods.${value}`) }))}
          onChange={choose}
        />
      </div>
      {period === 'OWN' ? (
        <>
          <div className={css.day}>
            <DateInput aria-label={t('reports.from')} strict value={from ?? null} onChange={(next) => onChange({ from: next ?? undefined })} />
          </div>
          <div className={css.day}>
            <DateInput
              aria-label={t('reports.to')}
              strict
              value={to ?? null}
              {...(from ? { min: from } : {})}
              onChange={(next) => onChange({ to: next ?? undefined })}
            />
          </div>
        </>
      ) : null}
      <div className={css.place}>
        <PlaceChoice perimeter={perimeter} onChange={(p) => onChange({ p })} />
      </div>
    </>
  )
}

/** One of the perimeters that the reader reaches, or none: all of them. */
function PlaceChoice({ perimeter, onChange }: { readonly perimeter: number | undefined; readonly onChange: (perimeter: number | undefined) => void }) {
  const t = useWords('reporting')
  const [search, setSearch] = useState('')
  const { options, more, busy, failed } = useOptions('perimeter', search, true)
  const named = useNamed('perimeter', perimeter === undefined ? [] : [perimeter], perimeter !== undefined)
  const shown = [...named.filter(({ id }) => !options.some((option) => option.id === id)), ...options]
  return (
    <Select
      aria-label={t('reports.perimeter')}
      placeholder={t('reports.whole')}
      clearable
      value={perimeter === undefined ? null : String(perimeter)}
      options={shown.map(({ id, name }) => ({ value: String(id), label: name }))}
      onSearch={setSearch}
      more={more}
      loading={busy}
      failed={failed}
      onChange={(next) => onChange(next === null ? undefined : Number(next))}
    />
  )
}
