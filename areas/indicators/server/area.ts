import { sql } from 'kysely'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { defineResource, type Derived } from '#kit/server/data/resources/resource.ts'
import { today } from '#kit/server/data/sql/today.ts'
import { on, type Area } from '#kit/server/http/area.ts'
import { measureReset } from '#areas/measures/contract/events.ts'
import { metricEntered } from '#areas/metrics/contract/events.ts'
import { groupingChanged, perimeterChanged } from '#areas/organisation/contract/events.ts'
import { factChanges, valueSources } from '#areas/scores/server/index.ts'
import { indicator } from '#areas/indicators/contract/indicator.ts'
import { indicatorsRights } from '#areas/indicators/contract/rights.ts'
import { en } from '#areas/indicators/locales/en.ts'
import { fr } from '#areas/indicators/locales/fr.ts'
import { internalIndicatorCalls } from './internal-indicators.ts'
import { indicatorCalls } from './calls.ts'
import { shownEntries } from './shown-entries.ts'
import { followIndicator, followPerimeter, followTag, leaveMeasure, unlinkJob } from './follow.ts'
import { guardIndicator } from './guard.ts'
import { followEntries, nightJob, valuesJob } from './recompute.ts'
import { indicatorRules, readsAll, wholeGrouping } from './rules.ts'
import { indicatorSources } from './sources.ts'

const lengths =
  sql.raw(`case i.periodicity when 'HOURLY' then interval '1 day' when 'DAILY' then interval '1 day' when 'WEEKLY' then interval '7 days' when 'MONTHLY' then interval '1 month'
  when 'QUARTERLY' then interval '3 months' when 'SEMESTERLY' then interval '6 months' else interval '1 year' end`)

/** The latest value of a period that is over, at the highest perimeter that its reader looks at: what is above all the others has the shortest way up. */
const lastValue: Derived = (row, _lang, who) => {
  const all = who ? readsAll(row, who) : true
  const whole = who ? wholeGrouping(row, who) : true
  const standsForGrouping = sql`(${row('tag_id')} is not null and not exists (select 1 from perimeter q where q.customer_id = v.customer_id and q.id = v.perimeter_id and q.parent_id is not null))`
  const seen =
    all === true
      ? sql`true`
      : sql`(${asSql(all)} or case when ${standsForGrouping} then ${asSql(whole)} else v.perimeter_id = any(${who?.perimeterIds ?? []}::bigint[]) end)`
  return sql`(select round(v.value::numeric, 1) from indicator_value v join indicator i on i.customer_id = v.customer_id and i.id = v.indicator_id
    where v.customer_id = ${row('customer_id')} and v.indicator_id = ${row('id')} and v.period + ${lengths} <= ${today} and ${seen}
    order by v.period desc, (select count(*) from perimeter_closure c where c.customer_id = v.customer_id and c.descendant_id = v.perimeter_id), v.perimeter_id limit 1)`
}

const child = rowRef('child')

export const indicators: Area = {
  name: 'indicators',
  rights: indicatorsRights,
  tables: ['indicator_due', 'indicator_value'],
  extensions: [valueSources.with(shownEntries), factChanges.with({ indicator: [] })],
  resources: [
    defineResource({
      def: indicator,
      rules: indicatorRules,
      derived: {
        value: lastValue,
        children: (row, _lang, who) =>
          sql`(select count(*)::int from indicator child where child.customer_id = ${row('customer_id')} and child.parent_id = ${row('id')} and ${who ? asSql(indicatorRules.read(child, who)) : sql`true`})`,
        recalculating: (row) => sql`exists (select 1 from indicator_due d where d.customer_id = ${row('customer_id')} and d.indicator_id = ${row('id')})`,
      },
      oneOf: [['manager', 'group']],
      beforeWrite: guardIndicator,
      afterWrite: followIndicator,
      turn: (verb, changes) => (verb !== 'delete' && changes.parent !== undefined ? 'indicator tree' : null),
      refusals: { access: 'indicators.errors.no_indicator' },
    }),
  ],
  calls: (api, resources) => {
    indicatorCalls(api, resources)
    internalIndicatorCalls(api)
  },
  handlers: [on(measureReset, leaveMeasure), on(metricEntered, followEntries), on(perimeterChanged, followPerimeter), on(groupingChanged, followTag)],
  jobs: [valuesJob, nightJob, unlinkJob],
  sources: indicatorSources,
  exposes: { indicators: 'indicator' },
  locales: { en, fr },
}
