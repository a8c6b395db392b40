import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { today } from '#kit/server/data/sql/today.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { readWeather } from '#areas/projects/contract/calls.ts'

/** Months of which the end is told, today among them. */
const months = 6

/** How both weathers were at the end of the last months, and are today; of days before the project was entered nothing is told. What was, history knows. */
export const trailOf = (
  row: RowRef,
): RawBuilder<unknown> => sql`(select jsonb_agg(jsonb_build_object('day', d.day::text, 'project', w.project, 'program', w.program) order by d.day)
  from (select case when k = 0 then ${today} else (date_trunc('month', ${today}) - make_interval(months => k - 1))::date - 1 end as day from generate_series(0, ${sql.lit(months - 1)}) k) d
    cross join lateral (select v.project, v.program from (
        select ${row('updated_at')} as since, ${row('weather_project')} as project, ${row('weather_program')} as program
        union all select h.valid_from, h.weather_project, h.weather_program from public.isp_project_history h where h.customer_id = ${row('customer_id')} and h.id = ${row('id')}) v
      where v.since < (d.day + 1)::timestamptz order by v.since desc limit 1) w)`

type WeatherEntries = z.output<(typeof readWeather)['answer']>['objects']

/** More than anybody scrolls through. */
const most = 60

/** Each time that a weather of a project became another one, the latest first: when, by whom and why. */
export const weathersOf = (tx: Tx, project: number): Promise<WeatherEntries> =>
  tx.run(sql<WeatherEntries[number]>`with v as (
      select t.version, t.updated_at as at, t.updated_by as by, t.weather_project, t.weather_program, t.weather_comment from isp_project t where t.customer_id = ${tx.customerId} and t.id = ${project}
      union all select h.version, h.valid_from, h.updated_by, h.weather_project, h.weather_program, h.weather_comment from isp_project_history h
        where h.customer_id = ${tx.customerId} and h.id = ${project}),
    told as (select v.*, lag(weather_project) over w as was_project, lag(weather_program) over w as was_program, lag(weather_comment) over w as was_comment from v window w as (order by version))
    select told.at::text as at, told.weather_project as project, told.weather_program as program, told.weather_comment as comment, m.name as author
    from told left join member m on m.customer_id = ${tx.customerId} and m.id = told.by
    where weather_project is distinct from was_project or weather_program is distinct from was_program or weather_comment is not null and weather_comment is distinct from was_comment
    order by told.version desc limit ${most}`)
